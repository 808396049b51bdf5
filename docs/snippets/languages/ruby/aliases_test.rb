require "json"
require "minitest/autorun"
require "net/http"

class AliasesTest < Minitest::Test
  URL = ENV.fetch("ALIAS_SANDBOX_URL")

  # Calls the control API of the sandbox.
  def control(path, body = {})
    headers = { "Content-Type" => "application/json" }
    response = Net::HTTP.post(URI("#{URL}/_sandbox/#{path}"), body.to_json, headers)
    assert_kind_of Net::HTTPSuccess, response, response.body
    JSON.parse(response.body)
  end

  # Stands for your client.
  def list(key)
    Net::HTTP.get_response(URI("#{URL}/v1/aliases"), { "Authorization" => "Bearer #{key}" }).code
  end

  def test_works_again_once_the_invoice_is_settled
    account = control("accounts", { scenario: "past_due" })
    assert_equal "403", list(account["api_key"])
    control("accounts/#{account["name"]}/actions/settle_invoice")
    assert_equal "200", list(account["api_key"])
  end
end
