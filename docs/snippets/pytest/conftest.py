# Only if alias_sandbox_pytest.py stands beside this file; the installed package needs no line here.
pytest_plugins = ["alias_sandbox_pytest"]
