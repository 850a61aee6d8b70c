# Everything that is checked without running the code. All checks run, so that one call shows all there is to mend.

# Files of the project, with those not yet committed; the fixtures of the lint tests are wrong on purpose.
project_files() {
    git ls-files --cached --others --exclude-standard --deduplicate -- "$@" ':!tests/lint/fixtures'
}

cpp_files() {
    project_files '*.hpp' '*.cpp'
}

check_format() {
    cpp_files | xargs clang-format-19 --dry-run -Werror
}

shell_scripts() {
    project_files | while read -r file; do
        [[ -f $file ]] || continue
        if [[ $file == *.sh ]] || head -c 32 "$file" | grep -qaE '^#!.*\b(ba)?sh$'; then echo "$file"; fi
    done
}

check_shell() {
    shell_scripts | xargs shellcheck --shell=bash --source-path=SCRIPTDIR
}

lint_all() {
    local failed=0
    need build clang lint
    step "checking the layout (clang-format)" check_format || failed=1
    step "checking shell scripts (shellcheck)" check_shell || failed=1
    step "checking the project's rules" tools/lint/rules || failed=1
    page_packages
    step "checking the page (tsc, prettier)" check_page || failed=1
    if [[ ${1:-} != --quick ]]; then
        need app bench
        step "configuring lint" cmake --preset lint
        step "compiling each header on its own" \
            cmake --build build/lint --parallel "$(job_count)" --target orrery_header_checks -- --quiet -k 0 || failed=1
        step "compiling the benchmarks" \
            cmake --build build/lint --parallel "$(job_count)" --target benchmarks -- --quiet -k 0 || failed=1
        step "checking the code (clang-tidy)" tools/lint/tidy --jobs "$(job_count)" || failed=1
    fi
    ((!failed)) || give_up "lint found something to mend"
}
