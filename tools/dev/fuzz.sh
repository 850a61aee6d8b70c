# Runs every fuzzer for a while, as many at a time as there are cores. A fuzzer adds what it finds to its corpus,
# so each works on a copy and the tree stays as it is.

fuzz_one() { # PROGRAM SECONDS
    local name corpus=build/fuzz/corpus crashes=build/fuzz/crashes
    name=$(basename "$1")
    mkdir -p "$corpus/$name" "$crashes"
    cp -r "tests/fuzz/corpus/${name%_fuzzer}/." "$corpus/$name/"
    "$1" -max_total_time="$2" -timeout=10 -artifact_prefix="$crashes/$name-" "$corpus/$name"
}

fuzz_all() { # SECONDS
    local programs program running=() one failed=false
    mapfile -t programs < <(find build/fuzz -name '*_fuzzer' -type f -perm -u+x | sort)
    ((${#programs[@]})) || give_up "the fuzz preset built no fuzzers"
    touch build/fuzz/started
    for program in "${programs[@]}"; do
        while (($(jobs -rp | wc -l) >= $(nproc))); do sleep 0.2; done
        # Each report is printed in one piece, since several speak at the same time.
        (said=$(step "fuzzing $(basename "$program") for $1 s" fuzz_one "$program" "$1") || bad=1; echo "$said"; exit "${bad:-0}") &
        running+=($!)
    done
    for one in "${running[@]}"; do
        wait "$one" || failed=true
    done
    ! $failed || give_up "a fuzzer found something: $(find build/fuzz/crashes -type f -newer build/fuzz/started)"
}
