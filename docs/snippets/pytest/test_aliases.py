import json
import os
import urllib.error
import urllib.request
import uuid

import pytest

URL = os.environ["ALIAS_SANDBOX_URL"]


def create(key):
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/v1/aliases", b"{}", headers, method="POST")
    with urllib.request.urlopen(request) as response:
        return json.load(response)["alias"]


def key_for(scenario):
    """A key that names a scenario makes an account in it, which only this test knows."""
    return f"sandbox_{scenario}-{uuid.uuid4().hex}"


def test_creates_an_alias():
    assert create(key_for("plus"))["status"] == "active"


@pytest.mark.parametrize("scenario, status", [("past_due", 403), ("key_revoked", 401)])
def test_is_refused(scenario, status):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        create(key_for(scenario))
    assert refusal.value.code == status
