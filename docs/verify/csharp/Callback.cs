// An endpoint for callbacks and webhooks in C# (.NET 8 or later), with ASP.NET Core alone. See README.md in the folder above.
//   PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox dotnet run -- serve 8444
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

if (args is ["serve", ..]) Callback.Serve(args.Length > 1 ? int.Parse(args[1]) : 8444);
else if (args is ["check"]) Callback.Check();

static class Callback
{
    const long AgeMax = 86_400; // seconds: a repeated callback keeps its first timestamp
    const long WebhookAgeMax = 300; // a repeated webhook is signed again
    const long LeadMax = 300;
    const int BodyBytesMax = 65_536;

    /// <summary>What is wrong with a callback or webhook; null for a good one. `body` is the bytes as they came.</summary>
    public static string? ProblemOf(string[] keys, string timestamp, string signature, byte[] body, long now, long ageMax = AgeMax)
    {
        // \z and not $, which would let a line's end pass.
        if (!Regex.IsMatch(timestamp, @"\A[0-9]{1,15}\z")) return "the timestamp is no number of seconds";
        if (!Regex.IsMatch(signature, @"\A[0-9a-f]{64}\z")) return "the signature is not 64 characters of 0-9a-f";
        var claimed = Convert.FromHexString(signature);
        // The timestamp, a dot, the raw bytes: never JSON that was parsed and written again.
        byte[] data = [.. Encoding.ASCII.GetBytes(timestamp + "."), .. body];
        var fits = false;
        foreach (var key in keys)
            fits |= CryptographicOperations.FixedTimeEquals(HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), data), claimed);
        if (!fits) return "the signature does not fit";
        var signedAt = long.Parse(timestamp);
        if (now - signedAt > ageMax) return $"the timestamp is more than {ageMax} seconds old";
        if (signedAt - now > LeadMax) return "the timestamp is more than 5 minutes ahead";
        return null;
    }

    /// <summary>
    /// Keeps an event for the work that is done later; false when it was kept before. On disk when it returns. In an
    /// application this is a table whose primary key is the event's id.
    /// </summary>
    static bool Keep(string inbox, string id, byte[] body)
    {
        var place = Path.Combine(inbox, id + ".json");
        var draft = Path.Combine(inbox, Path.GetRandomFileName());
        using (var file = new FileStream(draft, FileMode.CreateNew, FileAccess.Write))
        {
            file.Write(body);
            file.Flush(flushToDisk: true);
        }
        try
        {
            File.Move(draft, place, overwrite: false); // fails when the name is taken
            return true;
        }
        catch (IOException) when (File.Exists(place))
        {
            File.Delete(draft);
            return false;
        }
    }

    /// <summary>The status with which a callback is answered.</summary>
    static async Task<int> Answer(string[] keys, string inbox, HttpRequest request, long now)
    {
        using var bytes = new MemoryStream();
        await request.Body.CopyToAsync(bytes); // bounded by the server's limit, which answers 413
        var body = bytes.ToArray();
        var headers = request.Headers;
        string timestamp = headers["X-Service-Timestamp"].ToString(), signature = headers["X-Service-Signature"].ToString();
        if (ProblemOf(keys, timestamp, signature, body, now) is not null) return 401;
        string? id;
        try
        {
            using var parsed = JsonDocument.Parse(body);
            id = parsed.RootElement.GetProperty("id").GetString();
        }
        catch (Exception wrong) when (wrong is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return 400;
        }
        // The header is not signed, the body is: so the id comes from the body. The pattern keeps it fit for a file's name.
        if (id is null || !Regex.IsMatch(id, @"\A[A-Za-z0-9_]{1,100}\z") || id != headers["X-Service-Event-ID"]) return 400;
        Keep(inbox, id, body);
        return 200; // what the event means for an order is worked out later, from the inbox
    }

    /// <summary>
    /// The status with which a webhook is answered. There are two API keys and secrets while they are rotated.
    /// </summary>
    static async Task<int> AnswerWebhook(string[] apiKeys, string[] secrets, string inbox, HttpRequest request, long now)
    {
        using var bytes = new MemoryStream();
        await request.Body.CopyToAsync(bytes);
        var body = bytes.ToArray();
        var headers = request.Headers;
        var sent = Encoding.UTF8.GetBytes(headers["X-Client-API-Key"].ToString());
        var fits = false;
        foreach (var key in apiKeys) fits |= CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(key), sent);
        if (!fits) return 401;
        string timestamp = headers["X-Service-Timestamp"].ToString(), signature = headers["X-Service-Signature"].ToString();
        if (ProblemOf(secrets, timestamp, signature, body, now, WebhookAgeMax) is not null) return 401;
        string? id;
        try
        {
            using var parsed = JsonDocument.Parse(body);
            var root = parsed.RootElement;
            // An order's id may be any text: the digest is fit for a file's name.
            id = root.TryGetProperty("transaction_id", out var transaction)
                ? transaction.GetString()
                : Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(
                    root.GetProperty("order_id").GetString() + " " + root.GetProperty("status").GetString())));
        }
        catch (Exception wrong) when (wrong is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return 400;
        }
        if (id is null || !Regex.IsMatch(id, @"\A[A-Za-z0-9_]{1,100}\z")) return 400;
        Keep(inbox, id, body);
        return 200;
    }

    static string[] KeysIn(string variable) =>
        (Environment.GetEnvironmentVariable(variable) ?? "").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);

    public static void Serve(int port)
    {
        var keys = KeysIn("PAYLINK_SIGNING_KEY");
        string[] apiKeys = KeysIn("PAYLINK_WEBHOOK_API_KEY"), secrets = KeysIn("PAYLINK_WEBHOOK_SECRET");
        if (keys.Length + secrets.Length == 0) throw new InvalidOperationException("PAYLINK_SIGNING_KEY is not set");
        var inbox = Environment.GetEnvironmentVariable("PAYLINK_INBOX") ?? "inbox";
        Directory.CreateDirectory(inbox);
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.ConfigureKestrel(server => server.Limits.MaxRequestBodySize = BodyBytesMax);
        var app = builder.Build();
        // What fails is answered 500, and the service sends it again.
        app.MapPost("/webhook", async (HttpRequest request) => Results.StatusCode(
            await AnswerWebhook(apiKeys, secrets, inbox, request, DateTimeOffset.UtcNow.ToUnixTimeSeconds())));
        app.MapPost("/{**path}", async (HttpRequest request) =>
            Results.StatusCode(await Answer(keys, inbox, request, DateTimeOffset.UtcNow.ToUnixTimeSeconds())));
        app.Run($"http://127.0.0.1:{port}");
    }

    // A line for each case: now, timestamp, signature, body in base64, keys separated by commas; tabs between them.
    public static void Check()
    {
        while (Console.ReadLine() is { } line)
        {
            var part = line.Split('\t');
            var problem = ProblemOf(part[4].Split(','), part[1], part[2], Convert.FromBase64String(part[3]), long.Parse(part[0]));
            Console.WriteLine(problem ?? "verified");
        }
    }
}
