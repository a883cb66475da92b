<?php
// An endpoint for callbacks and webhooks in PHP (8.1 or later), without libraries. See README.md in this folder.
//   PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox php -S 127.0.0.1:8444 callback.php
declare(strict_types=1);

const AGE_MAX = 86400; // seconds: a repeated callback keeps its first timestamp
const WEBHOOK_AGE_MAX = 300; // a repeated webhook is signed again
const LEAD_MAX = 300;
const BODY_BYTES_MAX = 65536;

/** What is wrong with a callback or webhook; null for a good one. `$body` is the bytes as they came. */
function problem_of(array $keys, string $timestamp, string $signature, string $body, int $now, int $age_max = AGE_MAX): ?string
{
    // \z and not $, which would let a line's end pass.
    if (!preg_match('/^[0-9]{1,15}\z/', $timestamp)) return 'the timestamp is no number of seconds';
    if (!preg_match('/^[0-9a-f]{64}\z/', $signature)) return 'the signature is not 64 characters of 0-9a-f';
    $fits = false;
    foreach ($keys as $key) {
        // The timestamp, a dot, the raw bytes: never JSON that was parsed and written again.
        if (hash_equals(hash_hmac('sha256', $timestamp . '.' . $body, $key), $signature)) $fits = true;
    }
    if (!$fits) return 'the signature does not fit';
    if ($now - (int) $timestamp > $age_max) return "the timestamp is more than $age_max seconds old";
    if ((int) $timestamp - $now > LEAD_MAX) return 'the timestamp is more than 5 minutes ahead';
    return null;
}

/**
 * Keeps an event for the work that is done later; false when it was kept before. On disk when it returns. In an
 * application this is a table whose primary key is the event's id.
 */
function keep(string $inbox, string $id, string $body): bool
{
    $draft = tempnam($inbox, 'draft');
    $file = fopen($draft, 'wb');
    $is_kept = $file && fwrite($file, $body) === strlen($body) && fflush($file) && fsync($file) && fclose($file);
    $is_new = $is_kept && @link($draft, "$inbox/$id.json"); // fails when the name is taken, also for two at once
    unlink($draft);
    if (!$is_new && !is_file("$inbox/$id.json")) throw new RuntimeException("$inbox cannot be written");
    return $is_new;
}

/** The status with which a callback is answered. Names of `$headers` are in lower case. */
function answer(array $keys, string $inbox, array $headers, string $body, int $now): int
{
    $problem = problem_of($keys, $headers['x-service-timestamp'] ?? '', $headers['x-service-signature'] ?? '', $body, $now);
    if ($problem !== null) return 401;
    $event = json_decode($body, true);
    $id = is_array($event) ? ($event['id'] ?? null) : null;
    // The header is not signed, the body is: so the id comes from the body. The pattern keeps it fit for a file's name.
    if (!is_string($id) || !preg_match('/^[A-Za-z0-9_]{1,100}\z/', $id)) return 400;
    if ($id !== ($headers['x-service-event-id'] ?? null)) return 400;
    keep($inbox, $id, $body);
    return 200; // what the event means for an order is worked out later, from the inbox
}

/** The status with which a webhook is answered. `$api_keys` and `$secrets` have two each while they are rotated. */
function answer_webhook(array $api_keys, array $secrets, string $inbox, array $headers, string $body, int $now): int
{
    $fits = false;
    foreach ($api_keys as $key) if (hash_equals($key, $headers['x-client-api-key'] ?? '')) $fits = true;
    if (!$fits) return 401;
    $timestamp = $headers['x-service-timestamp'] ?? '';
    $signature = $headers['x-service-signature'] ?? '';
    if (problem_of($secrets, $timestamp, $signature, $body, $now, WEBHOOK_AGE_MAX) !== null) return 401;
    $event = json_decode($body, true);
    if (!is_array($event)) return 400;
    $id = $event['transaction_id'] ?? null;
    // An order's id may be any text: the digest is fit for a file's name.
    if (isset($event['order_id'], $event['status'])) $id = hash('sha256', $event['order_id'] . ' ' . $event['status']);
    if (!is_string($id) || !preg_match('/^[A-Za-z0-9_]{1,100}\z/', $id)) return 400;
    keep($inbox, $id, $body);
    return 200;
}

function keys_in(string $variable): array
{
    return preg_split('/\s+/', getenv($variable) ?: '', -1, PREG_SPLIT_NO_EMPTY);
}

function serve(): void
{
    $keys = keys_in('PAYLINK_SIGNING_KEY');
    [$api_keys, $secrets] = [keys_in('PAYLINK_WEBHOOK_API_KEY'), keys_in('PAYLINK_WEBHOOK_SECRET')];
    $inbox = getenv('PAYLINK_INBOX') ?: 'inbox';
    $status = 500; // when it cannot be kept, the service sends it again
    try {
        if (!$keys && !$secrets) throw new RuntimeException('PAYLINK_SIGNING_KEY is not set');
        if (!is_dir($inbox)) mkdir($inbox, 0700, true);
        $headers = array_change_key_case(getallheaders(), CASE_LOWER);
        $body = file_get_contents('php://input', false, null, 0, BODY_BYTES_MAX + 1);
        if ($_SERVER['REQUEST_METHOD'] !== 'POST') $status = 405;
        elseif (strlen($body) > BODY_BYTES_MAX) $status = 413;
        elseif ($_SERVER['REQUEST_URI'] === '/webhook') $status = answer_webhook($api_keys, $secrets, $inbox, $headers, $body, time());
        else $status = answer($keys, $inbox, $headers, $body, time());
    } catch (Throwable $failed) {
        error_log($failed->getMessage());
    }
    http_response_code($status);
}

// A line for each case: now, timestamp, signature, body in base64, keys separated by commas; tabs between them.
function check(): void
{
    while (($line = fgets(STDIN)) !== false) {
        [$now, $timestamp, $signature, $body, $keys] = explode("\t", rtrim($line, "\n"));
        $problem = problem_of(explode(',', $keys), $timestamp, $signature, base64_decode($body), (int) $now);
        echo $problem ?? 'verified', "\n";
    }
}

if (PHP_SAPI !== 'cli') serve();
elseif (($argv[1] ?? '') === 'check') check();
