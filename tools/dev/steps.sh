# How ./dev talks: one line for each step, with the time it took. What a step prints goes into a file under
# build/log and is shown only when the step fails.

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
    red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'
else
    red='' green='' plain=''
fi

microseconds() { # bash's clock, without the decimal sign of the locale
    printf '%s' "${EPOCHREALTIME/[^0-9]/}"
}

elapsed_since() {
    local tenths=$((($(microseconds) - $1) / 100000))
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# A wrong call: one sentence, exit code 2.
refuse() {
    printf './dev: %s\n' "$*" >&2
    exit 2
}

# Trouble that is nobody's typing error: one sentence, exit code 1.
give_up() {
    printf '%s./dev: %s%s\n' "$red" "$*" "$plain" >&2
    exit 1
}

# step "doing something" COMMAND...: runs the command and fails if it does.
step() {
    local what=$1 begin log
    shift
    begin=$(microseconds)
    log=build/log/${what//[^a-zA-Z0-9]/_}.log
    mkdir -p build/log
    printf '%-46s ' "$what"
    if "$@" > "$log" 2>&1; then
        printf '%s%s%s\n' "$green" "$(elapsed_since "$begin")" "$plain"
        return 0
    fi
    printf '%sfailed after %s%s\n' "$red" "$(elapsed_since "$begin")" "$plain"
    tail -n 300 "$log"
    printf '%sfailed: %s (all of it: %s)%s\n' "$red" "$what" "$log" "$plain"
    return 1
}
