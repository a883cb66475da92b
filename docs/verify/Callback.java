// An endpoint for callbacks and webhooks in Java (17 or later), with the JDK alone. See README.md in this folder.
//   PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox java Callback.java serve 8444
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Callback {
  static final long AGE_MAX = 86_400; // seconds: a repeated callback keeps its first timestamp
  static final long WEBHOOK_AGE_MAX = 300; // a repeated webhook is signed again
  static final long LEAD_MAX = 300;
  static final int BODY_BYTES_MAX = 65_536;

  /** What is wrong with a callback or webhook; empty for a good one. `body` is the bytes as they came. */
  static Optional<String> problemOf(List<String> keys, String timestamp, String signature, byte[] body, long now, long ageMax)
      throws GeneralSecurityException {
    if (timestamp == null || !timestamp.matches("[0-9]{1,15}")) return Optional.of("the timestamp is no number of seconds");
    if (signature == null || !signature.matches("[0-9a-f]{64}")) return Optional.of("the signature is not 64 characters of 0-9a-f");
    byte[] claimed = HexFormat.of().parseHex(signature);
    boolean fits = false;
    for (String key : keys) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      // The timestamp, a dot, the raw bytes: never JSON that was parsed and written again.
      mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
      fits |= MessageDigest.isEqual(mac.doFinal(body), claimed); // takes the same time wherever they differ
    }
    if (!fits) return Optional.of("the signature does not fit");
    long signedAt = Long.parseLong(timestamp);
    if (now - signedAt > ageMax) return Optional.of("the timestamp is more than " + ageMax + " seconds old");
    if (signedAt - now > LEAD_MAX) return Optional.of("the timestamp is more than 5 minutes ahead");
    return Optional.empty();
  }

  /**
   * Keeps an event for the work that is done later; false when it was kept before. On disk when it returns. In an
   * application this is a table whose primary key is the event's id.
   */
  static boolean keep(Path inbox, String id, byte[] body) throws IOException {
    Path draft = Files.createTempFile(inbox, id, ".draft");
    try {
      try (FileChannel file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(body);
        while (rest.hasRemaining()) file.write(rest);
        file.force(true);
      }
      Files.createLink(inbox.resolve(id + ".json"), draft); // fails when the name is taken, also for two at once
    } catch (FileAlreadyExistsException repeated) {
      return false;
    } finally {
      Files.delete(draft);
    }
    try (FileChannel folder = FileChannel.open(inbox, StandardOpenOption.READ)) {
      folder.force(true);
    }
    return true;
  }

  /** The status with which a callback is answered. */
  static int answer(List<String> keys, Path inbox, HttpExchange exchange, byte[] body, long now) throws Exception {
    var headers = exchange.getRequestHeaders();
    var problem =
        problemOf(keys, headers.getFirst("X-Service-Timestamp"), headers.getFirst("X-Service-Signature"), body, now, AGE_MAX);
    if (problem.isPresent()) return 401;
    // The header is not signed, the body is: so the id counts only if the body says the same. With a JSON library,
    // take it from the body; the JDK has none. The first pattern keeps it fit for a file's name.
    String id = headers.getFirst("X-Service-Event-ID");
    if (id == null || !id.matches("[A-Za-z0-9_]{1,100}")) return 400;
    var said = Pattern.compile("\"id\"\\s*:\\s*\"" + id + "\"").matcher(new String(body, StandardCharsets.UTF_8));
    if (!said.find()) return 400;
    keep(inbox, id, body);
    return 200; // what the event means for an order is worked out later, from the inbox
  }

  /** The status with which a webhook is answered. There are two API keys and secrets while they are rotated. */
  static int answerWebhook(List<String> apiKeys, List<String> secrets, Path inbox, HttpExchange exchange, byte[] body, long now)
      throws Exception {
    var headers = exchange.getRequestHeaders();
    byte[] sent = Optional.ofNullable(headers.getFirst("X-Client-API-Key")).orElse("").getBytes(StandardCharsets.UTF_8);
    boolean fits = false;
    for (String key : apiKeys) fits |= MessageDigest.isEqual(key.getBytes(StandardCharsets.UTF_8), sent);
    if (!fits) return 401;
    var problem = problemOf(secrets, headers.getFirst("X-Service-Timestamp"), headers.getFirst("X-Service-Signature"), body, now,
        WEBHOOK_AGE_MAX);
    if (problem.isPresent()) return 401;
    // The JDK has no JSON library; with one, take the members from it. A quote inside a text is escaped, so that what
    // stands here between quotes is a member's name. Keys are sorted, and there is no blank.
    String text = new String(body, StandardCharsets.UTF_8);
    var transaction = Pattern.compile("\"transaction_id\":\"([A-Za-z0-9_]{1,100})\"").matcher(text);
    var order = Pattern.compile("\"order_id\":(\"(?:[^\"\\\\]|\\\\.)+\"),\"status\":\"(success|failed)\"").matcher(text);
    if (transaction.find()) keep(inbox, transaction.group(1), body);
    else if (order.find()) keep(inbox, digest(order.group(1) + order.group(2)), body);
    else return 400;
    return 200;
  }

  // An order's id may be any text: this is fit for a file's name.
  static String digest(String text) throws GeneralSecurityException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  static List<String> keysIn(String variable) {
    String text = Optional.ofNullable(System.getenv(variable)).orElse("").trim();
    return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+"));
  }

  static void serve(int port) throws IOException {
    List<String> keys = keysIn("PAYLINK_SIGNING_KEY");
    List<String> apiKeys = keysIn("PAYLINK_WEBHOOK_API_KEY"), secrets = keysIn("PAYLINK_WEBHOOK_SECRET");
    if (keys.isEmpty() && secrets.isEmpty()) throw new IllegalStateException("PAYLINK_SIGNING_KEY is not set");
    Path inbox = Path.of(Optional.ofNullable(System.getenv("PAYLINK_INBOX")).orElse("inbox"));
    Files.createDirectories(inbox);
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", exchange -> {
      int status = 500; // when it cannot be kept, the service sends it again
      try {
        byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
        if (!exchange.getRequestMethod().equals("POST")) status = 405;
        else if (body.length > BODY_BYTES_MAX) status = 413;
        else if (exchange.getRequestURI().getPath().equals("/webhook"))
          status = answerWebhook(apiKeys, secrets, inbox, exchange, body, System.currentTimeMillis() / 1000);
        else status = answer(keys, inbox, exchange, body, System.currentTimeMillis() / 1000);
      } catch (Exception failed) {
        System.err.println(failed);
      } finally {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
      }
    });
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
  }

  // A line for each case: now, timestamp, signature, body in base64, keys separated by commas; tabs between them.
  static void check() throws GeneralSecurityException {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    while (lines.hasNextLine()) {
      String[] part = lines.nextLine().split("\t", -1);
      var problem = problemOf(List.of(part[4].split(",")), part[1], part[2], Base64.getDecoder().decode(part[3]), Long.parseLong(part[0]), AGE_MAX);
      System.out.println(problem.orElse("verified"));
    }
  }

  public static void main(String[] words) throws Exception {
    if (words.length > 0 && words[0].equals("serve")) serve(words.length > 1 ? Integer.parseInt(words[1]) : 8444);
    if (words.length > 0 && words[0].equals("check")) check();
  }
}
