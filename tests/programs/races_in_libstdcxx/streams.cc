// Streams of strings and files, and their buffers.
#include <complex>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <memory>
#include <sstream>
#include <string>

#include "rows.h"

#define COMMA ,

using Out = std::ostringstream;
using In = std::istringstream;
using Both = std::stringstream;
using Wide = std::wostringstream;
using Buffer = std::stringbuf;
struct File {
  std::ofstream stream{"/dev/null"};
};
struct Source {
  std::ifstream stream{"/dev/zero"};
};
// What is read into, with a stream of its own for each thread.
struct Number {
  long value = 0;
};
struct Text {
  char value[32] = "";
};
struct Word {
  std::string value;
};

// clang-format off
CALL(out_int, Out, , { x << 1; }, { x << 2; })
CALL(out_double, Out, , { x << 1.5; }, { x << 'c'; })
CALL(out_long_double, Out, , { x << 1.5L; }, { x << true; })
CALL(out_pointer, Out, , { x << static_cast<void*>(&x); }, { x << 2u; })
CALL(out_c_string, Out, , { x << "text"; }, { x << "another text"; })
CALL(out_string, Out, , { x << std::string("text"); }, { x << std::string("a longer text than fits"); })
CALL(out_string_argument, std::string, = "text", { Out out; out << x; }, { x = "another"; })
CALL(out_text_argument, Text, , { Out out; out.write(x.value, 5); }, { x.value[4] = 1; })
CALL(out_complex, Out, , { x << std::complex<double>(1, 2); }, { x << 1; })
CALL(out_put, Out, , { x.put('c'); }, { x.put('d'); })
CALL(out_write, Out, , { x.write("text", 4); }, { x.put('d'); })
CALL(out_flush, Out, , { x.flush(); }, { x << 1; })
CALL(out_endl, Out, , { x << std::endl; }, { x << 1; })
CALL(out_seek, Out, , { x.seekp(0); }, { x << 1; })
CALL(out_setw, Out, , { x << std::setw(3); }, { x << 1; })
CALL(out_setprecision, Out, , { x << std::setprecision(3); }, { x << std::setprecision(4); })
CALL(out_setfill, Out, , { x << std::setfill('0'); }, { x << std::setfill(' '); })
CALL(out_hex, Out, , { x << std::hex; }, { x << 1; })
CALL(out_put_time, Out, , { std::tm day{}; x << std::put_time(&day, "%Y"); }, { x << 1; })
CALL(out_str, Out, , { x << 1; }, { keep(x.str()); })
CALL(out_set_str, Out, , { x.str("text"); }, { x << 1; })
CALL(out_swap, Out, , { Out other; x.swap(other); }, { x << 1; })
CALL(out_move, Out, , { Out other; x = std::move(other); }, { x << 1; })
CALL(out_clear, Out, , { x.clear(); }, { x << 1; })
CALL(out_setstate, Out, , { x.setstate(std::ios::failbit); }, { keep(x.fail()); })
CALL(out_copyfmt, Out, , { Out other; x.copyfmt(other); }, { x << 1; })
CALL(out_imbue, Out, , { x.imbue(std::locale::classic()); }, { x.imbue(std::locale::classic()); })
CALL(out_iterator, Out, , { *std::ostreambuf_iterator<char>(x) = 'c'; }, { x << 1; })
CALL(out_destroy, std::unique_ptr<Out>, (new Out), { x->~Out(); new (x.get()) Out; }, { *x << 1; })
CALL(wide_out, Wide, , { x << 1; }, { x << L"text"; })
CALL(wide_str, Wide, , { x << L'c'; }, { keep(x.str()); })

CALL(in_int, In, ("1 2 3"), { int i; x >> i; }, { int i; x >> i; })
CALL(in_double, In, ("1 2 3"), { double i; x >> i; }, { char i; x >> i; })
CALL(in_string, In, ("1 2 3"), { std::string i; x >> i; }, { int i; x >> i; })
CALL(in_getline, In, ("1 2 3"), { std::string i; std::getline(x, i); }, { int i; x >> i; })
CALL(in_get, In, ("1 2 3"), { keep(x.get()); }, { keep(x.get()); })
CALL(in_get_char, In, ("1 2 3"), { char c; x.get(c); }, { keep(x.peek()); })
CALL(in_read, In, ("1 2 3"), { char c[4]; x.read(c, 4); }, { x.ignore(); })
CALL(in_getline_text, In, ("1 2 3"), { char c[4]; x.getline(c, 4); }, { x.unget(); })
CALL(in_gcount, In, ("1 2 3"), { keep(x.get()); }, { keep(x.gcount()); })
CALL(in_seek, In, ("1 2 3"), { x.seekg(0); }, { keep(x.get()); })
CALL(in_str, In, ("1 2 3"), { x.str("4"); }, { int i; x >> i; })
CALL(in_ws, In, ("1 2 3"), { x >> std::ws; }, { int i; x >> i; })
CALL(in_rest, In, ("1 2 3"), { keep(std::string(std::istreambuf_iterator<char>(x), {})); }, { int i; x >> i; })
CALL(in_value, Number, , { In in("7"); in >> x.value; }, { keep(x.value + 1); })
CALL(in_character, Text, , { In in("7"); in.get(x.value[3]); }, { keep(x.value[3] + 1); })
CALL(in_text, Text, , { In in("12345"); in.read(x.value, 4); }, { x.value[3] = 1; })
CALL(in_line, Text, , { In in("12345\n"); in.getline(x.value, 20); }, { x.value[5] = 1; })
CALL(in_word, Word, , { In in("word"); in >> x.value; }, { keep(x.value.size() + 1); })
CALL(in_line_of_words, Word, , { In in("some words"); std::getline(in, x.value); }, { keep(x.value.empty()); })
CALL(both, Both, ("1 2 3"), { x << 1; }, { int i; x >> i; })

CALL(buffer_sputn, Buffer, , { x.sputn("text", 4); }, { x.sputn("more", 4); })
CALL(buffer_sputc, Buffer, , { x.sputc('c'); }, { x.sputc('d'); })
CALL(buffer_sgetc, Buffer, ("text"), { keep(x.sbumpc()); }, { keep(x.sgetc()); })
CALL(buffer_str, Buffer, , { x.sputc('c'); }, { keep(x.str()); })
CALL(buffer_set_str, Buffer, , { x.str("text"); }, { keep(x.str()); })
CALL(buffer_seek, Buffer, ("text"), { x.pubseekpos(0); }, { keep(x.sbumpc()); })
CALL(buffer_of_stream, Buffer, , { std::ostream out(&x); out << 1; }, { std::ostream out(&x); out << 2; })

CALL(file_out, File, , { x.stream << 1; }, { x.stream << 2; })
CALL(file_flush, File, , { x.stream << 1; }, { x.stream.flush(); })
CALL(file_close, File, , { x.stream.close(); }, { x.stream << 2; })
CALL(file_open, File, , { x.stream.open("/dev/null"); }, { keep(x.stream.is_open()); })
CALL(file_in, Source, , { keep(x.stream.get()); }, { keep(x.stream.get()); })
CALL(file_read, Source, , { char c[4]; x.stream.read(c, 4); }, { keep(x.stream.get()); })

READS(standard_out, std::ostream*, = &std::cout, { *x << "text" << 1 << std::endl; }, { *x << 'c' << 2.5 << std::flush; })
READS(standard_error, std::ostream*, = &std::cerr, { *x << "text" << 1 << std::endl; }, { *x << 'c' << 2.5 << std::flush; })
READS(out_reads, Out, ("text"), { keep(x.str()); keep(x.good()); }, { keep(x.str()); keep(x.width()); })
