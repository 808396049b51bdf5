pytest_plugins = ["pytester", "alias_sandbox.plugin"]
