set -euo pipefail
name=settled-$RANDOM$RANDOM
key=sandbox_$name
control=$ALIAS_SANDBOX_URL/_sandbox/accounts

status() {
  curl -s -o /dev/null -w '%{http_code}' "$ALIAS_SANDBOX_URL/v1/aliases" -H "Authorization: Bearer $key"
}

curl -sf --json "{\"name\":\"$name\",\"api_key\":\"$key\",\"scenario\":\"past_due\"}" "$control" >/dev/null
[ "$(status)" = 403 ]
curl -sf --json '{}' "$control/$name/actions/settle_invoice" >/dev/null
[ "$(status)" = 200 ]
echo ok
