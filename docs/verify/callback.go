// An endpoint for callbacks and webhooks in Go (1.19 or later), with the standard library alone. See README.md in this folder.
//
//	PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox go run callback.go serve 8444
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	ageMax        = 86400 // seconds: a repeated callback keeps its first timestamp
	webhookAgeMax = 300   // a repeated webhook is signed again
	leadMax       = 300
	bodyBytesMax  = 65536
)

var (
	timestampForm = regexp.MustCompile(`\A[0-9]{1,15}\z`)
	signatureForm = regexp.MustCompile(`\A[0-9a-f]{64}\z`)
	idForm        = regexp.MustCompile(`\A[A-Za-z0-9_]{1,100}\z`) // fit for a file's name
)

// problemOf says what is wrong with a callback or webhook; nothing for a good one. body is the bytes as they came.
func problemOf(keys []string, timestamp, signature string, body []byte, now, oldest int64) string {
	if !timestampForm.MatchString(timestamp) {
		return "the timestamp is no number of seconds"
	}
	if !signatureForm.MatchString(signature) {
		return "the signature is not 64 characters of 0-9a-f"
	}
	claimed, _ := hex.DecodeString(signature)
	fits := false
	for _, key := range keys {
		// The timestamp, a dot, the raw bytes: never JSON that was parsed and written again.
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		if hmac.Equal(mac.Sum(nil), claimed) { // takes the same time wherever they differ
			fits = true
		}
	}
	if !fits {
		return "the signature does not fit"
	}
	signedAt, _ := strconv.ParseInt(timestamp, 10, 64)
	if now-signedAt > oldest {
		return fmt.Sprintf("the timestamp is more than %d seconds old", oldest)
	}
	if signedAt-now > leadMax {
		return "the timestamp is more than 5 minutes ahead"
	}
	return ""
}

// keep stores an event for the work that is done later; false when it was kept before. On disk when it returns. In an
// application this is a table whose primary key is the event's id.
func keep(inbox, id string, body []byte) (bool, error) {
	draft, err := os.CreateTemp(inbox, id+".*.draft")
	if err != nil {
		return false, err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(body)
	if synced := syncAndClose(draft); err == nil {
		err = synced
	}
	if err != nil {
		return false, err
	}
	err = os.Link(draft.Name(), filepath.Join(inbox, id+".json")) // fails when the name is taken, also for two at once
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	folder, err := os.Open(inbox)
	if err != nil {
		return false, err
	}
	return true, syncAndClose(folder)
}

// syncAndClose says whether everything is on disk; it closes the file whatever came of that.
func syncAndClose(file *os.File) error {
	err := file.Sync()
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

type endpoint struct {
	keys, apiKeys, secrets []string
	inbox                  string
}

func (e endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(e.answer(r, time.Now().Unix()))
}

// answer gives the status with which a callback or webhook is answered.
func (e endpoint) answer(r *http.Request, now int64) int {
	if r.Method != http.MethodPost {
		return http.StatusMethodNotAllowed
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyBytesMax+1))
	if err != nil {
		return http.StatusBadRequest
	}
	if len(body) > bodyBytesMax {
		return http.StatusRequestEntityTooLarge
	}
	id, status := e.verify(r, body, now)
	if status != http.StatusOK {
		return status
	}
	if _, err := keep(e.inbox, id, body); err != nil {
		log.Print(err)
		return http.StatusInternalServerError // when it cannot be kept, the service sends it again
	}
	return http.StatusOK // what the event means for an order is worked out later, from the inbox
}

// verify gives the id under which an event is kept, or the status that refuses it.
func (e endpoint) verify(r *http.Request, body []byte, now int64) (string, int) {
	keys, oldest, isWebhook := e.keys, int64(ageMax), r.URL.Path == "/webhook"
	if isWebhook {
		if !isOneOf(e.apiKeys, r.Header.Get("X-Client-API-Key")) {
			return "", http.StatusUnauthorized
		}
		keys, oldest = e.secrets, webhookAgeMax
	}
	timestamp, signature := r.Header.Get("X-Service-Timestamp"), r.Header.Get("X-Service-Signature")
	if problemOf(keys, timestamp, signature, body, now, oldest) != "" {
		return "", http.StatusUnauthorized
	}
	var event struct {
		ID            string `json:"id"`
		TransactionID string `json:"transaction_id"`
		OrderID       string `json:"order_id"`
		Status        string `json:"status"`
	}
	if json.Unmarshal(body, &event) != nil {
		return "", http.StatusBadRequest
	}
	// A callback's header is not signed, the body is: so the id comes from the body.
	id, isSame := event.ID, event.ID == r.Header.Get("X-Service-Event-ID")
	if isWebhook {
		id, isSame = event.TransactionID, true
		if event.OrderID != "" { // may be any text: the digest is fit for a file's name
			id = fmt.Sprintf("%x", sha256.Sum256([]byte(event.OrderID+" "+event.Status)))
		}
	}
	if !isSame || !idForm.MatchString(id) {
		return "", http.StatusBadRequest
	}
	return id, http.StatusOK
}

// isOneOf compares an API key with those in force: two while they are rotated.
func isOneOf(keys []string, sent string) bool {
	fits := 0
	for _, key := range keys {
		fits |= subtle.ConstantTimeCompare([]byte(key), []byte(sent))
	}
	return fits == 1
}

func serve(port string) error {
	keysIn := func(variable string) []string { return strings.Fields(os.Getenv(variable)) }
	e := endpoint{keysIn("PAYLINK_SIGNING_KEY"), keysIn("PAYLINK_WEBHOOK_API_KEY"), keysIn("PAYLINK_WEBHOOK_SECRET"),
		os.Getenv("PAYLINK_INBOX")}
	if len(e.keys)+len(e.secrets) == 0 {
		return errors.New("PAYLINK_SIGNING_KEY is not set")
	}
	if e.inbox == "" {
		e.inbox = "inbox"
	}
	if err := os.MkdirAll(e.inbox, 0o700); err != nil {
		return err
	}
	server := http.Server{Addr: "127.0.0.1:" + port, Handler: e, ReadTimeout: 30 * time.Second}
	return server.ListenAndServe()
}

// A line for each case: now, timestamp, signature, body in base64, keys separated by commas; tabs between them.
func check() error {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		part := strings.Split(lines.Text(), "\t")
		body, err := base64.StdEncoding.DecodeString(part[3])
		if err != nil {
			return err
		}
		now, err := strconv.ParseInt(part[0], 10, 64)
		if err != nil {
			return err
		}
		problem := problemOf(strings.Split(part[4], ","), part[1], part[2], body, now, ageMax)
		if problem == "" {
			problem = "verified"
		}
		fmt.Println(problem)
	}
	return lines.Err()
}

func main() {
	var err error
	if len(os.Args) > 2 && os.Args[1] == "serve" {
		err = serve(os.Args[2])
	} else if len(os.Args) > 1 && os.Args[1] == "check" {
		err = check()
	}
	if err != nil {
		log.Fatal(err)
	}
}
