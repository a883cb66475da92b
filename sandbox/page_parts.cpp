#include "sandbox/page_parts.hpp"

namespace paylink::sandbox {
namespace {

constexpr std::string_view style =
    R"(:root{color-scheme:light dark;--ink:#16302b;--paper:#f4f7f5;--card:#fff;--accent:#0b6e4f;--bad:#a4262c;--line:#cfdcd6}
@media(prefers-color-scheme:dark){:root{--ink:#e6f0ec;--paper:#0f1a17;--card:#182723;--accent:#3fbf8f;--bad:#ff8d8d;--line:#2f4640}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{padding:1.5rem 1rem .5rem;max-width:34rem;margin:auto}h1{margin:0;font-size:1.5rem}header p{margin:0}
main{max-width:34rem;margin:auto;padding:0 1rem 3rem;display:grid;gap:1rem}
form,section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;display:grid;gap:.75rem}
section{gap:.25rem}h2{margin:0;font-size:1.1rem}p{margin:.25rem 0;overflow-wrap:anywhere}
label{display:grid;gap:.25rem;font-weight:600}details label{margin-top:.75rem}summary{cursor:pointer;padding:.25rem 0}
input,select,button{font:inherit;color:inherit;padding:.65rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper);width:100%}
button{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:700;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
section.good{border-left:.4rem solid var(--accent)}section.plain{border-left:.4rem solid var(--line)}section.bad,.refused{border-left:.4rem solid var(--bad)}
.journal{list-style:none;margin:0;padding:0}.journal li{display:grid;grid-template-columns:1fr auto;gap:0 .75rem;padding:.6rem 0;border-top:1px solid var(--line)}
.journal span,.journal small{grid-column:1/-1;overflow-wrap:anywhere}.journal time{white-space:nowrap}
.codes b{font-size:1.35rem;letter-spacing:.12em;font-variant-numeric:tabular-nums}
nav{padding:.25rem 0 0}a{color:var(--accent)}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem;margin:0}dt{opacity:.75}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-weight:600}dd.amount{font-size:1.5rem}textarea{font:inherit;font-family:ui-monospace,monospace;font-size:.9rem;
color:inherit;padding:.65rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper);width:100%;min-height:7rem;overflow-wrap:anywhere}
.journal b{grid-row:1;white-space:nowrap}.journal em{grid-row:1;font-style:normal;text-align:right}.journal .good{color:var(--accent)}.journal .bad{color:var(--bad)}
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

std::string page_begin(std::string_view title) {
  std::string html = R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><title>)";
  html.append(title).append(R"(</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="style.css"></head><body>
<header><h1>)");
  html.append(title).append(
      R"(</h1><p>No real money moves here.</p><nav><a href="./">Bank</a> &middot; <a href="app">Phone app</a></nav>
</header><main>)");
  return html;
}

std::string_view page_end() { return "</main></body></html>"; }

std::string_view page_style() { return style; }

} // namespace paylink::sandbox
