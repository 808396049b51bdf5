package aliases

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
)

// sandbox returns the URL of the sandbox. A variable that is read outside of tests is not seen by the cache of go test.
func sandbox(t *testing.T) string {
	t.Helper()
	url := os.Getenv("ALIAS_SANDBOX_URL")
	if url == "" {
		t.Skip("run it with: npx alias-sandbox exec -- go test -count=1 ./...")
	}
	return url
}

// control calls the control API of the sandbox.
func control(t *testing.T, path, body string) (account struct {
	Name   string
	ApiKey string `json:"api_key"`
}) {
	t.Helper()
	response, err := http.Post(sandbox(t)+"/_sandbox/"+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		t.Fatalf("%s: %s", path, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(&account); err != nil {
		t.Fatal(err)
	}
	return account
}

// list stands for your client.
func list(t *testing.T, key string) int {
	t.Helper()
	request, _ := http.NewRequest("GET", sandbox(t)+"/v1/aliases", nil)
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

func TestWorksAgainOnceTheInvoiceIsSettled(t *testing.T) {
	t.Parallel()
	account := control(t, "accounts", `{"scenario":"past_due"}`)
	if status := list(t, account.ApiKey); status != 403 {
		t.Fatalf("before: %d", status)
	}
	control(t, "accounts/"+account.Name+"/actions/settle_invoice", "{}")
	if status := list(t, account.ApiKey); status != 200 {
		t.Fatalf("after: %d", status)
	}
}
