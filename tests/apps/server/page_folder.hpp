// A folder with files for one test, gone afterwards.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

class page_folder {
public:
    page_folder()
        : path_((std::filesystem::temp_directory_path() / "orrery-page-XXXXXX").string()) {
        if (mkdtemp(path_.data()) == nullptr) {
            std::abort();
        }
    }

    ~page_folder() { std::filesystem::remove_all(path_); }

    page_folder(const page_folder&) = delete;
    page_folder& operator=(const page_folder&) = delete;

    void add(const std::string& name, std::string_view content) const {
        const std::filesystem::path file = std::filesystem::path(path_) / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << content;
    }

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};
