pytest_plugins = ["pytester", "alias_sandbox_pytest"]
