# Installs the Debian packages that are missing, by groups of tools/packages.txt. When nothing is missing no
# package manager is started.

# The packages of the groups that are not installed, one a line.
missing_packages() {
    local group package unless wanted=() installed
    while read -r group package unless _; do
        [[ " $* " == *" $group "* ]] || continue
        [[ $unless != - ]] && command -v "$unless" > /dev/null && continue
        wanted+=("$package")
    done < tools/packages.txt
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2> /dev/null || true)
    for package in "${wanted[@]}"; do
        grep -qxF "installed $package" <<< "$installed" || echo "$package"
    done
}

install_packages() {
    local as_root=()
    ((EUID == 0)) || as_root=(sudo)
    # A list that cannot be refreshed does no harm if the packages are known already; otherwise the next line fails.
    "${as_root[@]}" apt-get update || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# need GROUP...: makes sure that the packages of these groups are there.
need() {
    local missing
    command -v dpkg-query > /dev/null || return 0 # not Debian: the build says what it cannot find
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ((EUID != 0)) && ! command -v sudo > /dev/null; then
        give_up "these packages are missing and installing them needs root or sudo: ${missing[*]}"
    fi
    step "installing packages (${#missing[@]})" install_packages "${missing[@]}"
}
