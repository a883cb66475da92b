// Two ways to check a webhook in Node: over the bytes as they came, and over the parsed JSON, written again with its keys
// sorted. Input: a line of secret, timestamp and body (base64), by tabs. Output: a line of both signatures.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const [secret, timestamp, encoded] = line.split("\t");
  const body = Buffer.from(encoded, "base64");
  const raw = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
  const text = JSON.stringify(sorted(JSON.parse(body.toString("utf8"))));
  const rewritten = createHmac("sha256", secret).update(`${timestamp}.${text}`).digest("hex");
  console.log(`${raw} ${rewritten}`);
}
