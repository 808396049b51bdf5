import pytest
from alias_client import AliasClient


def test_creates_an_alias(alias_account):
    client = AliasClient(alias_account.url, alias_account.api_key)
    assert client.create(label="shop")["label"] == "shop"
    assert len(alias_account.aliases(search="shop")) == 1


@pytest.mark.alias_sandbox(scenario="past_due")
def test_works_again_once_the_invoice_is_settled(alias_account):
    client = AliasClient(alias_account.url, alias_account.api_key)
    with pytest.raises(RuntimeError, match="plan_past_due"):
        client.create()
    alias_account.do("settle_invoice")
    assert client.create()["status"] == "active"


@pytest.mark.alias_sandbox(scenario="daily_cap_minus_one")
def test_can_create_aliases_again_tomorrow(alias_account):
    client = AliasClient(alias_account.url, alias_account.api_key)
    client.create()
    with pytest.raises(RuntimeError, match="429"):
        client.create()
    alias_account.clock.advance_to("utc_midnight")
    client.create()


def test_a_lost_response_leaves_an_alias_behind(alias_account):
    client = AliasClient(alias_account.url, alias_account.api_key)
    lost = alias_account.fail("drop_after", operation="create")
    with pytest.raises(OSError):
        client.create()
    assert lost.hits() == 1
    assert alias_account.requests()[0]["effect"]["kind"] == "created"
