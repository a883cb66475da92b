#include "sandbox/pages/page_parts.hpp"

#include "domain/values/utf8.hpp"

namespace paylink::sandbox {
namespace {

// The payer page's palette.
constexpr std::string_view style =
    R"(:root{color-scheme:light dark;--ground:#edf2f0;--card:#fff;--line:#d5deda;--soft:#f3f7f5;
--ink:#13201b;--quiet:#4f5e57;--accent:#0a6b58;--on-accent:#fff;--bad:#a3302a}
@media(prefers-color-scheme:dark){:root{--ground:#0d1311;--card:#161e1b;--line:#2f3b36;--soft:#1d2723;
--ink:#e8efec;--quiet:#a9b7b1;--accent:#63d2b6;--on-accent:#06251d;--bad:#ff9a92}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{padding:1.5rem 1rem .5rem;max-width:34rem;margin:auto}h1{margin:0;font-size:1.5rem}header p{margin:0}
main{max-width:34rem;margin:auto;padding:0 1rem 3rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
form,section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;display:grid;
grid-template-columns:minmax(0,1fr);gap:.75rem}
section{gap:.25rem}h2{margin:0;font-size:1.1rem}p{margin:.25rem 0;overflow-wrap:anywhere}
label{display:grid;gap:.25rem;font-weight:600}details label{margin-top:.75rem}summary{cursor:pointer;padding:.25rem 0}
input,select,button{font:inherit;font-weight:400;color:inherit;padding:.65rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--soft);width:100%}
button{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:700;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
section.good{border-left:.4rem solid var(--accent)}section.plain{border-left:.4rem solid var(--line)}section.bad,.refused{border-left:.4rem solid var(--bad)}
.journal{list-style:none;margin:0;padding:0}.journal li{display:grid;grid-template-columns:1fr auto;gap:0 .75rem;padding:.6rem 0;border-top:1px solid var(--line)}
.journal span,.journal small{grid-column:1/-1;overflow-wrap:anywhere}.journal time{white-space:nowrap}
.codes b{font-size:1.35rem;letter-spacing:.12em;font-variant-numeric:tabular-nums}
nav{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.25rem 0 0}nav a{padding:.25rem 0}a{color:var(--accent)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem;margin:0}dt{color:var(--quiet)}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-weight:600}dd.amount{font-size:1.5rem}textarea{font:inherit;font-family:ui-monospace,monospace;font-size:.9rem;
color:inherit;padding:.65rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--soft);width:100%;min-height:7rem;overflow-wrap:anywhere}
.journal b{grid-row:1;white-space:nowrap}.journal em{grid-row:1;font-style:normal;text-align:right}.journal .good{color:var(--accent)}.journal .bad{color:var(--bad)}
pre{margin:.25rem 0;padding:.65rem .75rem;border-radius:.5rem;background:var(--soft);font-size:.875rem;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
pre.mail{font:inherit}.mail a{word-break:break-all}code{overflow-wrap:anywhere}small{color:var(--quiet)}
)";

} // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string shown_text(std::string_view bytes) {
  std::string text;
  append_repaired_utf8(text, bytes);
  return html_escaped(text);
}

std::string page_begin(std::string_view title) {
  std::string html = R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><title>)";
  html.append(title).append(R"(</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="style.css"></head><body>
<header><h1>)");
  html.append(title).append(
      R"(</h1><p>No real money moves here.</p><nav><a href="./">Bank</a> <a href="app">Phone app</a>
<a href="receiver">Receiver</a> <a href="mailbox">Mailbox</a></nav>
</header><main>)");
  return html;
}

std::string_view page_end() { return "</main></body></html>"; }

std::string_view page_style() { return style; }

} // namespace paylink::sandbox
