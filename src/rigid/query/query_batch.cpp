// Many questions at once.
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/rigid/query.hpp>

namespace orrery::rigid {
namespace {

constexpr std::size_t questions_a_task = 16;

template <typename Question, typename Answer, typename Ask>
void answer_each(std::span<const Question> asked, std::span<std::optional<Answer>> answers, scheduler& jobs,
                 Ask&& ask) {
    ORRERY_CHECK(asked.size() == answers.size(), "there must be room for one answer to each question");
    parallel_for(jobs, asked.size(), questions_a_task,
                 [&](std::size_t number) { answers[number] = ask(asked[number]); });
}

template <typename Question, typename Answer, typename Ask>
void list_each(std::span<const Question> asked, spatial::query_batch<Answer>& found, scheduler& jobs,
               Ask&& ask) {
    found.run(jobs, asked.size(), [&](std::size_t number, auto add) {
        std::vector<Answer> list;
        ask(asked[number], list);
        for (const Answer& each : list) {
            add(each);
        }
    });
}

} // namespace

void queries::first_ray_hits(std::span<const ray_question> asked,
                             std::span<std::optional<ray_answer>> answers, scheduler& jobs) const {
    answer_each(asked, answers, jobs, [&](const ray_question& each) { return first_ray_hit(each); });
}

void queries::first_cast_hits(std::span<const cast_question> asked,
                              std::span<std::optional<cast_answer>> answers, scheduler& jobs) const {
    answer_each(asked, answers, jobs, [&](const cast_question& each) { return first_cast_hit(each); });
}

void queries::nearest(std::span<const near_question> asked, std::span<std::optional<near_answer>> answers,
                      scheduler& jobs) const {
    answer_each(asked, answers, jobs, [&](const near_question& each) { return nearest(each); });
}

void queries::find_ray_hits(std::span<const ray_question> asked, spatial::query_batch<ray_answer>& found,
                            scheduler& jobs) const {
    list_each(asked, found, jobs,
              [&](const ray_question& each, std::vector<ray_answer>& list) { find_ray_hits(each, list); });
}

void queries::find_overlaps(std::span<const overlap_question> asked, spatial::query_batch<body_part>& found,
                            scheduler& jobs) const {
    list_each(asked, found, jobs,
              [&](const overlap_question& each, std::vector<body_part>& list) { find_overlaps(each, list); });
}

void queries::find_near(std::span<const near_question> asked, spatial::query_batch<near_answer>& found,
                        scheduler& jobs) const {
    list_each(asked, found, jobs,
              [&](const near_question& each, std::vector<near_answer>& list) { find_near(each, list); });
}

void queries::find_in_box(std::span<const box_question> asked, spatial::query_batch<body_part>& found,
                          scheduler& jobs) const {
    list_each(asked, found, jobs,
              [&](const box_question& each, std::vector<body_part>& list) { find_in_box(each, list); });
}

} // namespace orrery::rigid
