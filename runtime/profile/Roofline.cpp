//===- Roofline.cpp - A page on which kernels lie under their roof ------ ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/profile/Roofline.h"

#include "runtime/profile/RooflineParts.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <map>

using namespace mlc;

std::string mlc::escapeHtml(const std::string &text) {
  std::string safe;
  safe.reserve(text.size());
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\'')
      safe += "&#39;";
    else if (byte < 0x20 || byte == 0x7f)
      safe += "\xef\xbf\xbd"; // the replacement character
    else
      safe += c;
  }
  return safe;
}

/// No more than `most` bytes of UTF-8, cut between characters.
static std::string beginOf(const std::string &text, size_t most) {
  if (text.size() <= most)
    return text;
  while (most && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80)
    --most;
  return text.substr(0, most);
}

namespace {

/// Grows a text; numbers through printf's formats, which never see a name.
struct Text {
  std::string text;
  Text &operator<<(const std::string &more) {
    text += more;
    return *this;
  }
  __attribute__((format(printf, 2, 3))) Text &print(const char *format, ...) {
    char piece[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(piece, sizeof(piece), format, arguments);
    va_end(arguments);
    text += piece;
    return *this;
  }
};

/// Decades of an axis and where on the picture they lie.
struct Axis {
  int from = 0, to = 1; // powers of ten
  double begin, end;    // coordinates

  void cover(double least, double most) {
    from = int(std::floor(std::log10(least)));
    to = std::max(from + 1, int(std::ceil(std::log10(most))));
  }
  double at(double value) const {
    double share = (std::log10(value) - from) / double(to - from);
    return begin + (end - begin) * std::clamp(share, 0.0, 1.0);
  }
};

struct Rates {
  double intensity = 0, gflops = 0, gbs = 0; // 0: not known
  bool isPoint() const { return intensity > 0 && gflops > 0; }
};

Rates ratesOf(const RooflineKernel &kernel) {
  Rates rates;
  if (kernel.seconds <= 0)
    return rates;
  double perSecond = double(kernel.calls) / kernel.seconds / 1e9;
  rates.gflops = double(kernel.flops) * perSecond;
  rates.gbs = double(kernel.bytes) * perSecond;
  if (kernel.flops && kernel.bytes)
    rates.intensity = double(kernel.flops) / double(kernel.bytes);
  return rates;
}

class Page {
public:
  explicit Page(const RooflineRun &run) : run(run) {
    for (const RooflineKernel &kernel : run.kernels)
      rates.push_back(ratesOf(kernel));
    colourKinds();
  }
  std::string make();

private:
  void colourKinds();
  int colourOf(const RooflineKernel &kernel) const {
    return kinds.at(kernel.kind);
  }
  double share(const RooflineKernel &kernel) const {
    return run.seconds > 0 ? kernel.seconds / run.seconds : 0;
  }
  void head();
  void picture();
  void axes();
  void roof(double gbs, double gflops, const char *what);
  void points();
  void legend();
  void table();
  void row(size_t i);
  void number(double value, const char *format);

  const RooflineRun &run;
  std::vector<Rates> rates;
  std::map<std::string, int> kinds;
  std::vector<std::string> kindOrder;
  Axis x{0, 1, 62, 940}, y{0, 1, 452, 16};
  Text out;
};

} // namespace

void Page::colourKinds() {
  std::map<std::string, double> seconds;
  for (const RooflineKernel &kernel : run.kernels)
    seconds[kernel.kind] += kernel.seconds;
  for (const auto &[kind, time] : seconds)
    kindOrder.push_back(kind);
  std::sort(kindOrder.begin(), kindOrder.end(),
            [&](const std::string &a, const std::string &b) {
              return seconds[a] != seconds[b] ? seconds[a] > seconds[b] : a < b;
            });
  for (size_t i = 0; i < kindOrder.size(); ++i)
    kinds[kindOrder[i]] = int(std::min<size_t>(i, kKindColours - 1));
}

void Page::head() {
  const MachinePeaks &peaks = run.peaks;
  double inKernels = 0;
  for (const RooflineKernel &kernel : run.kernels)
    inKernels += kernel.seconds;
  std::string model = escapeHtml(run.model);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
         "charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
         "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
      << model << ": kernels</title>\n<style>" << kRooflineStyle
      << "</style>\n</head>\n<body>\n<h1>" << model << "</h1>\n";
  out.print(
      "<p>%.4g ms a run, %.1f&nbsp;%% of it in %zu kernels; mean of "
      "%llu run%s, %u thread%s, code level ",
      run.seconds * 1e3, run.seconds > 0 ? inKernels / run.seconds * 100 : 0.0,
      run.kernels.size(), static_cast<unsigned long long>(run.runs),
      run.runs == 1 ? "" : "s", peaks.threads, peaks.threads == 1 ? "" : "s");
  out << escapeHtml(run.isa) << ".</p>\n";
  out.print("<p>Measured in this process: %.4g GFLOP/s of f32 multiply-adds",
            peaks.gflops);
  if (peaks.threads > 1)
    out.print(" (one thread: %.4g)", peaks.gflopsOneThread);
  if (peaks.memoryGbs > 0)
    out.print(", %.4g GB/s reading %.4g MiB, %.4g GB/s reading %.4g KiB per "
              "thread",
              peaks.memoryGbs, double(peaks.memoryBytes) / 1048576,
              peaks.cacheGbs, double(peaks.cacheBytes) / 1024);
  out << ".</p>\n";
}

void Page::axes() {
  const MachinePeaks &peaks = run.peaks;
  bool known = peaks.gflops > 0 && peaks.memoryGbs > 0;
  double top = peaks.gflops > 0 ? peaks.gflops : 1;
  double ridge = known ? peaks.gflops / peaks.memoryGbs : 1;
  double left = ridge / 10, right = ridge * 10;
  double low = top / 100, high = top * 1.2;
  for (const Rates &r : rates)
    if (r.isPoint()) {
      left = std::min(left, r.intensity), right = std::max(right, r.intensity);
      low = std::min(low, r.gflops), high = std::max(high, r.gflops * 1.1);
    }
  x.cover(left, right);
  y.cover(low, high);
  for (int power = x.from; power <= x.to; ++power) {
    double at = x.at(std::pow(10, power));
    out.print("<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text x=\"%.1f\" "
              "y=\"%.1f\" text-anchor=\"middle\">%g</text>\n",
              at, y.begin, y.end, at, y.begin + 17, std::pow(10, power));
  }
  for (int power = y.from; power <= y.to; ++power) {
    double at = y.at(std::pow(10, power));
    out.print("<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" "
              "y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
              x.begin, at, x.end, x.begin - 7, at + 4, std::pow(10, power));
  }
  out.print("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">operations per "
            "byte</text><text transform=\"translate(14 %.1f) rotate(-90)\" "
            "text-anchor=\"middle\">GFLOP/s</text>\n",
            (x.begin + x.end) / 2, y.begin + 36, (y.begin + y.end) / 2);
}

/// The slope of a bandwidth up to where the flat roof meets it.
void Page::roof(double gbs, double gflops, const char *what) {
  if (gbs <= 0 || gflops <= 0)
    return;
  double left = std::max(std::pow(10, x.from), std::pow(10, y.from) / gbs);
  double ridge = std::max(left, gflops / gbs);
  out.print("<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1fH%.1f\"/>",
            x.at(left), y.at(left * gbs), x.at(ridge), y.at(gflops), x.end);
  double middle = std::sqrt(left * ridge);
  double angle = std::atan2(y.at(ridge * gbs) - y.at(left * gbs),
                            x.at(ridge) - x.at(left));
  out.print("<text transform=\"translate(%.1f %.1f) rotate(%.1f)\" "
            "text-anchor=\"middle\" dy=\"-5\">%s %.3g GB/s</text>\n",
            x.at(middle), y.at(middle * gbs), angle * 180 / M_PI, what, gbs);
}

void Page::points() {
  // Small ones last, so that none is hidden.
  std::vector<size_t> order;
  for (size_t i = 0; i < rates.size(); ++i)
    if (rates[i].isPoint())
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    double first = run.kernels[a].seconds, second = run.kernels[b].seconds;
    return first != second ? first > second : a < b;
  });
  for (size_t i : order) {
    const RooflineKernel &kernel = run.kernels[i];
    double radius = std::clamp(44 * std::sqrt(share(kernel)), 2.5, 44.0);
    out.print("<a href=\"#k%zu\"><circle id=\"c%zu\" class=\"k%d\" cx=\"%.1f\" "
              "cy=\"%.1f\" r=\"%.1f\"><title>",
              i, i, colourOf(kernel), x.at(rates[i].intensity),
              y.at(rates[i].gflops), radius);
    out << escapeHtml(kernel.name);
    out.print(": %.1f %% of the time, %.4g GFLOP/s\n", share(kernel) * 100,
              rates[i].gflops);
    out << escapeHtml(beginOf(kernel.nodes, 300)) << "</title></circle></a>\n";
  }
}

void Page::picture() {
  const MachinePeaks &peaks = run.peaks;
  out << "<svg viewBox=\"0 0 960 496\" role=\"img\" aria-label=\"Roofline of "
         "the "
         "kernels\">\n";
  axes();
  roof(peaks.memoryGbs, peaks.gflops, "memory");
  if (peaks.cacheGbs > peaks.memoryGbs)
    roof(peaks.cacheGbs, peaks.gflops, "cache");
  if (peaks.threads > 1)
    out.print(
        "<path class=\"roof thin\" d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" "
        "y=\"%.1f\" text-anchor=\"end\">one thread</text>\n",
        x.begin, y.at(peaks.gflopsOneThread), x.end, x.end - 4,
        y.at(peaks.gflopsOneThread) + 14);
  points();
  out << "</svg>\n";
}

void Page::legend() {
  out << "<div>";
  size_t n = std::min<size_t>(kindOrder.size(), kKindColours);
  for (size_t i = 0; i < n; ++i) {
    bool rest = i + 1 == kKindColours && kindOrder.size() > kKindColours;
    out.print("<span class=\"key\"><svg viewBox=\"0 0 10 10\"><circle "
              "class=\"k%zu\" cx=\"5\" cy=\"5\" r=\"4\"/></svg>",
              i);
    out << (rest ? "others" : escapeHtml(kindOrder[i])) << "</span>";
  }
  out << "</div>\n";
  size_t missing = size_t(std::count_if(
      rates.begin(), rates.end(), [](const Rates &r) { return !r.isPoint(); }));
  out << "<p>A point's area is its share of the time. Bytes are those of its "
         "operands and results, each counted once; operations those of the "
         "model, so products of bytes and convolutions by a transform may lie "
         "above the roof of f32 multiply-adds.";
  if (missing)
    out.print(
        " %zu kernel%s without a point: no arithmetic, or sizes that only "
        "a call knows (--dim or --shape at compile time tells them).",
        missing, missing == 1 ? " is" : "s are");
  out << "</p>\n";
}

/// A cell that sorts by its value; "-" for what is not known.
void Page::number(double value, const char *format) {
  if (value > 0 && std::isfinite(value)) {
    char shown[64];
    // The formats are this file's own.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(shown, sizeof(shown), format, value);
#pragma GCC diagnostic pop
    out.print("<td data-v=\"%.9g\">%s</td>", value, shown);
  } else {
    out << "<td data-v=\"0\">-</td>";
  }
}

void Page::row(size_t i) {
  const RooflineKernel &kernel = run.kernels[i];
  const Rates &r = rates[i];
  out.print("<tr id=\"k%zu\">", i);
  number(kernel.seconds * 1e3, "%.4f");
  number(share(kernel) * 100, "%.1f");
  number(double(kernel.calls), "%.0f");
  number(r.gflops, "%.1f");
  number(run.peaks.gflops > 0 ? r.gflops / run.peaks.gflops * 100 : 0, "%.1f");
  number(r.gbs, "%.1f");
  number(r.intensity, "%.3g");
  number(kernel.workers, "%.0f");
  out << "<td class=\"t\">";
  if (r.isPoint())
    out.print("<a href=\"#c%zu\">", i);
  out << escapeHtml(kernel.name) << (r.isPoint() ? "</a>" : "");
  out << "</td><td class=\"t\">" << escapeHtml(kernel.kind)
      << "</td><td class=\"t n\">";
  // A kernel that serves many layers has a list of them.
  if (kernel.nodes.size() > 120)
    out << "<details><summary>" << escapeHtml(beginOf(kernel.nodes, 80))
        << "&hellip;</summary>" << escapeHtml(kernel.nodes) << "</details>";
  else
    out << escapeHtml(kernel.nodes);
  out << "</td></tr>\n";
}

void Page::table() {
  out << "<input type=\"search\" placeholder=\"filter by kernel, kind or "
         "node\" "
         "aria-label=\"filter\">\n<div class=\"wide\"><table>\n<thead><tr>"
         "<th>ms/run</th><th>%</th><th>calls</th><th>GFLOP/s</th>"
         "<th>% of peak</th><th>GB/s</th><th>op/byte</th><th>workers</th>"
         "<th class=\"t\">kernel</th><th class=\"t\">kind</th>"
         "<th class=\"t\">nodes</th></tr></thead>\n<tbody>\n";
  for (size_t i = 0; i < run.kernels.size(); ++i)
    row(i);
  out << "</tbody>\n</table></div>\n";
}

std::string Page::make() {
  head();
  picture();
  legend();
  table();
  out << "<script>" << kRooflineScript << "</script>\n</body>\n</html>\n";
  return std::move(out.text);
}

std::string mlc::rooflinePage(const RooflineRun &run) {
  return Page(run).make();
}
