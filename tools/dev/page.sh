# The studio's page (apps/studio/web), and the engine that runs inside pages that stand alone. Both lie beside the command:
# build/release/share/orrery/studio.

page=apps/studio/web

# Fetches the packages that the lock file names, unless exactly these are there.
page_packages() {
    need page
    if [[ -n ${fetching_page:-} ]]; then
        step "fetching the page's packages (npm)" finish_page_packages
        fetching_page=''
    elif ! has_page_packages; then
        step "fetching the page's packages (npm)" fetch_page_packages
    fi
}

# Starts to fetch them beside what is done next: the network is slow where compilers are busy, and the other way round.
start_page_packages() {
    need page
    has_page_packages && return
    mkdir -p build/log
    fetch_page_packages > build/log/npm.log 2>&1 &
    fetching_page=$!
}

finish_page_packages() {
    wait "$fetching_page" || { cat build/log/npm.log && return 1; }
}

has_page_packages() {
    cmp --quiet "$page/package-lock.json" "$page/node_modules/.of_lock_file"
}

fetch_page_packages() {
    npm ci --prefix "$page" --no-audit --no-fund && cp "$page/package-lock.json" "$page/node_modules/.of_lock_file"
}

# One number for everything that the page is made of.
page_fingerprint() {
    project_files "$page" ":!$page/e2e" ":!$page/tests" | xargs sha256sum | sha256sum
}

# bundle_page PRESET: bundles the page when something in it has changed.
bundle_page() {
    local folder=build/$1/share/orrery/studio made=build/$1/page_made_of
    page_packages
    if [[ ! -f $folder/index.html ]] || ! page_fingerprint | cmp --quiet - "$made"; then
        ORRERY_STUDIO_OUT=$PWD/$folder step "building the page" npm run build --prefix "$page"
        page_fingerprint > "$made"
    fi
}

# Puts the engine beside the page.
build_engine() {
    local folder=build/$1/share/orrery/studio
    build_preset wasm studio_engine
    # Under another name until it is complete: a studio that is open may read it at any moment.
    cp build/wasm/bin/engine.wasm "$folder/engine.wasm.part" && mv "$folder/engine.wasm.part" "$folder/engine.wasm"
}

# build_engine_during PROCESS: builds it at low priority, and stops when that process ends. Exported pages carry the engine;
# nothing else needs it, so that nobody has to wait for it.
build_engine_during() {
    local builder
    mkdir -p build/log
    set -m # a group of its own
    nice ./dev engine > build/log/engine.log 2>&1 < /dev/null &
    builder=$!
    set +m
    while kill -0 "$1" && kill -0 "$builder"; do
        sleep 1
    done 2> /dev/null
    kill -- "-$builder" 2> /dev/null || true
}

# Both.
build_page() {
    bundle_page "$1"
    build_engine "$1"
}

# Types and layout.
check_page() {
    npm run check --prefix "$page"
}

lay_out_page() {
    page_packages
    step "laying out the page" npm run format --prefix "$page"
}

# What people wait for in the studio, measured in a browser.
measure_studio() { # [--check] [--json FILE]
    ORRERY_PROGRAM=$PWD/build/release/bin/orrery ORRERY_BENCH_FOLDER=$PWD/build/bench \
        npm run measure --prefix "$page" -- "$@"
}

take_pictures() { # FOLDER
    ORRERY_PROGRAM=$PWD/build/release/bin/orrery npm run pictures --prefix "$page" -- "$1"
}
