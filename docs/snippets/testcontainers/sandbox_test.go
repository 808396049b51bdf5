//go:build testcontainers

// Run it with: go test -tags testcontainers
package aliases

import (
	"context"
	"net/http"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

func TestPastDue(t *testing.T) {
	ctx := context.Background()
	sandbox, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		ContainerRequest: testcontainers.ContainerRequest{
			Image:        "alias-sandbox",
			Cmd:          []string{"past_due"},
			ExposedPorts: []string{"25427/tcp"},
			WaitingFor:   wait.ForLog("ready on"),
		},
		Started: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sandbox.Terminate(ctx)
	url, err := sandbox.PortEndpoint(ctx, "25427/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	request, _ := http.NewRequest("GET", url+"/v1/aliases", nil)
	request.Header.Set("Authorization", "Bearer sandbox_default")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 403 {
		t.Fatalf("got %d", answer.StatusCode)
	}
}
