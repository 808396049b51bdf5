using System;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;

/// <summary>With xUnit or NUnit, `Main` is a test.</summary>
static class Aliases
{
    static readonly string url = Environment.GetEnvironmentVariable("ALIAS_SANDBOX_URL");
    static readonly HttpClient http = new HttpClient();

    static void Main()
    {
        var name = "settled-" + Guid.NewGuid();
        var key = "sandbox_" + name;
        Control("accounts",
            $"{{\"name\": \"{name}\", \"api_key\": \"{key}\", \"scenario\": \"past_due\"}}");
        Expect(403, List(key));
        Control($"accounts/{name}/actions/settle_invoice", "{}");
        Expect(200, List(key));
        Console.WriteLine("ok");
    }

    /// <summary>Calls the control API of the sandbox.</summary>
    static void Control(string path, string body)
    {
        var content = new StringContent(body, Encoding.UTF8, "application/json");
        using (var response = http.PostAsync($"{url}/_sandbox/{path}", content).Result)
            if (!response.IsSuccessStatusCode)
                throw new Exception(response.Content.ReadAsStringAsync().Result);
    }

    /// <summary>Stands for your client.</summary>
    static int List(string key)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, $"{url}/v1/aliases");
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
        using (var response = http.SendAsync(request).Result)
            return (int)response.StatusCode;
    }

    static void Expect(int expected, int actual)
    {
        if (expected != actual) throw new Exception($"{expected} expected, got {actual}");
    }
}
