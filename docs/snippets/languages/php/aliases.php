<?php
// With PHPUnit, what follows the two functions is a test.
$url = getenv('ALIAS_SANDBOX_URL');

/** Calls the control API of the sandbox. */
function control(string $path, array $body = []): array
{
    $http = [
        'method' => 'POST',
        'header' => 'Content-Type: application/json',
        'content' => json_encode((object) $body),
    ];
    $context = stream_context_create(['http' => $http]);
    return json_decode(file_get_contents("{$GLOBALS['url']}/_sandbox/$path", false, $context), true);
}

/** Stands for your client. */
function status_of_list(string $key): int
{
    $http = ['header' => "Authorization: Bearer $key", 'ignore_errors' => true];
    file_get_contents("{$GLOBALS['url']}/v1/aliases", false, stream_context_create(['http' => $http]));
    return (int) explode(' ', $http_response_header[0])[1];
}

$account = control('accounts', ['scenario' => 'past_due']);
if (status_of_list($account['api_key']) !== 403) exit("403 expected\n");
control("accounts/{$account['name']}/actions/settle_invoice");
if (status_of_list($account['api_key']) !== 200) exit("200 expected\n");
echo "ok\n";
