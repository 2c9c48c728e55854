// The doctest program of every tests/**/*_test.cpp; the same sources run natively and in Node.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdio>
#include <ctime>
#include <map>
#include <string>

namespace {

// Prints the processor's time of each test source at the end; tests/run.mjs reads it.
class Costs : public doctest::IReporter {
 public:
  explicit Costs(const doctest::ContextOptions&) {}
  void test_case_start(const doctest::TestCaseData& data) override {
    file_ = data.m_file.c_str();
    begin_ = std::clock();
  }
  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    spent_[file_] += std::clock() - begin_;
  }
  void test_run_end(const doctest::TestRunStats&) override {
    for (const auto& [file, time] : spent_)
      std::printf("cost %.3f %s\n", static_cast<double>(time) / CLOCKS_PER_SEC, file.c_str());
  }
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  std::string file_;
  std::clock_t begin_ = 0;
  std::map<std::string, std::clock_t> spent_;
};

}  // namespace

REGISTER_LISTENER("costs", 1, Costs);
