# Configures and builds CMake presets.

# Compilations at a time: one a core, as long as each has 1.5 GB of memory.
job_count() {
    local available limit cores by_memory
    available=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
    if limit=$(cat /sys/fs/cgroup/memory.max 2> /dev/null) && [[ $limit != max ]] && ((limit / 1024 < available)); then
        available=$((limit / 1024))
    fi
    cores=$(nproc)
    by_memory=$((available / 1500000))
    ((by_memory >= 1)) || by_memory=1
    echo $((cores < by_memory ? cores : by_memory))
}

# The groups of packages a preset needs.
groups_of() {
    case $1 in
        debug | release | double) echo build app test ;;
        library | gcc-*) echo build ;;
        asan | tsan) echo build app test clang sanitize ;;
        fuzz) echo build app clang sanitize ;;
        lint) echo build app bench clang lint ;;
        clang-*) echo build clang ;;
        arm64) echo build arm64 ;;
        wasm) echo build app clang wasm ;;
        *) refuse "there is no preset '$1'; there are: $(preset_names)" ;;
    esac
}

# All presets that are not hidden, in the order of the file.
preset_names() {
    awk -F'"' '/"name":/ { name = $4 } /"hidden": true/ { name = "" } /^    }/ { if (name != "") printf "%s ", name }' \
        CMakePresets.json
}

# build_preset PRESET [TARGET [CMAKE OPTIONS...]]
build_preset() {
    local preset=$1 target=${2:-all} groups
    groups=$(groups_of "$preset")
    # shellcheck disable=SC2086 # a list of words
    need $groups
    mkdir -p build
    # One at a time: the engine may be built while the studio is open.
    step "configuring $preset" flock "build/$preset.lock" cmake --preset "$preset" "${@:3}"
    step "building $preset" flock "build/$preset.lock" cmake --build "build/$preset" --parallel "$(job_count)" --target "$target" -- --quiet
}
