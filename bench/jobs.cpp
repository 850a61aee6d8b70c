#include "core_jobs.hpp"

#include <cstdio>

int main() {
    bool is_acceptable = true;
    for (const orrery::bench::measurement& row : orrery::bench::measure_jobs()) {
        std::printf("%-40s %10.2f %-3s", row.name.c_str(), row.value, row.unit.c_str());
        const double ratio = row.peer_value / row.value;
        if (!row.peer.empty()) {
            std::printf("  %-8s %10.2f %s  %8.2fx", row.peer.c_str(), row.peer_value, row.unit.c_str(),
                        ratio);
        }
        if (row.required_ratio > 0) {
            const bool is_met = ratio >= row.required_ratio;
            std::printf("  (required %.2fx: %s)", row.required_ratio, is_met ? "met" : "MISSED");
            is_acceptable = is_acceptable && is_met;
        }
        std::printf("\n");
    }
    return is_acceptable ? 0 : 1;
}
