"""The scripts of `plyground completion`, from a table of what can be completed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Option:
    """An option."""

    flags: tuple[str, ...]
    help: str
    kind: str | None
    """The kind of its value: a key of `Table.words`, files, folders or any. None: it takes no value."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its options."""

    name: str
    help: str
    options: tuple[Option, ...]
    kind: str | None
    """The kind of its positional arguments, None if it has none."""


@dataclass(frozen=True, slots=True)
class Table:
    """What can be completed."""

    options: tuple[Option, ...]
    """The options in front of the command."""
    commands: tuple[Command, ...]
    words: dict[str, tuple[str, ...]]
    """The words of each kind of value."""


BASH: Final = r"""# Completion of plyground for bash: source <(plyground completion bash)
_plyground() {
    local line=${COMP_LINE:0:COMP_POINT} kind= command= option= word words
@WORDS@
    local current=${line##*[[:space:]]}
    local value=$current
    read -ra words <<< "${line%"$current"}"
    for word in "${words[@]:1}"; do
        case $word in @COMMANDS@) command=$word; break ;; esac
    done
    option=${words[${#words[@]} - 1]}
    if [[ $current == --*=* ]]; then
        option=${current%%=*} value=${current#*=}
    fi
    case "$command $option" in
@VALUES@
    esac
    local options_of= positional=
    case $command in
@OPTIONS@
    esac
    if [[ -z $kind && $current == -* ]]; then
        kind=options_of
    fi
    kind=${kind:-$positional}
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(
        case $kind in
            files) compgen -f -- "$value" ;;
            folders) compgen -d -- "$value" ;;
            any | '') ;;
            *) compgen -W "${!kind}" -- "$value" ;;
        esac
    )
    case $kind in files | folders) compopt -o filenames 2> /dev/null ;; esac
    case ${COMPREPLY[0]} in *:) compopt -o nospace 2> /dev/null ;; esac
    # Readline replaces the text after the last colon only.
    if [[ $COMP_WORDBREAKS == *:* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${value%"${value##*:}"}"}")
    fi
}
complete -F _plyground plyground
"""


def bash(table: Table) -> str:
    """Return the script for bash."""
    values: dict[str, list[str]] = {}
    options = []
    for name, found, kind in (
        ("", table.options, "commands"),
        *((each.name, each.options, each.kind) for each in table.commands),
    ):
        for option in found:
            if option.kind is not None:
                values.setdefault(option.kind, []).extend(f'"{name} {flag}"' for flag in option.flags)
        flags = " ".join(flag for option in found for flag in option.flags)
        options.append(f"        '{name}') options_of='{flags}' positional={kind or ''} ;;")
    words = {**table.words, "commands": tuple(command.name for command in table.commands)}
    return _filled(
        BASH,
        WORDS="\n".join(f"    local {kind}='{' '.join(found)}'" for kind, found in words.items()),
        COMMANDS="|".join(words["commands"]),
        VALUES="\n".join(f"        {' | '.join(found)}) kind={kind} ;;" for kind, found in values.items()),
        OPTIONS="\n".join(options),
    )


ZSH: Final = r"""#compdef plyground
# Completion of plyground for zsh: source <(plyground completion zsh), after compinit
_plyground() {
    local context state line
    typeset -A opt_args
    local -a commands @KINDS@
@WORDS@
    commands=(
@COMMANDS@
    )
    _arguments -C \
@TOP@
        '1: :->command' '*:: :->arguments'
    case $state in
        command) _describe command commands ;;
        arguments)
            case $line[1] in
@OPTIONS@
            esac ;;
    esac
}
if [[ $funcstack[1] == _plyground ]]; then
    _plyground "$@"
else
    compdef _plyground plyground
fi
"""


def zsh(table: Table) -> str:
    """Return the script for zsh."""
    actions = {"files": "_files", "folders": "_files -/", "any": " "}

    def value(kind: str) -> str:
        return f": :{actions.get(kind, f'compadd -a {kind}')}"

    def specs(options: tuple[Option, ...]) -> Iterator[str]:
        for option in options:
            text = "".join(f"\\{letter}" if letter in "\\[]:" else letter for letter in option.help)
            for flag in option.flags:
                equals = "=" if option.kind and flag.startswith("--") else ""
                yield _quoted(f"*{flag}{equals}[{text}]{value(option.kind) if option.kind else ''}")

    options = []
    for command in table.commands:
        found = [*specs(command.options), *([f"'*{value(command.kind)}'"] if command.kind else [])]
        options.append(f"                {command.name}) _arguments {' '.join(found)} ;;")
    return _filled(
        ZSH,
        KINDS=" ".join(table.words),
        WORDS="\n".join(f"    {kind}=({' '.join(found)})" for kind, found in table.words.items()),
        COMMANDS="\n".join(f"        {_quoted(f'{each.name}:{each.help}')}" for each in table.commands),
        TOP="\n".join(f"        {spec} \\" for spec in specs(table.options)),
        OPTIONS="\n".join(options),
    )


def fish(table: Table) -> str:
    """Return the script for fish."""
    start = "complete -c plyground"
    actions = {"files": "-r -F", "folders": "-x -a '(__fish_complete_directories)'", "any": "-x"}

    def lines(condition: str, options: tuple[Option, ...]) -> Iterator[str]:
        for option in options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
            value = actions.get(option.kind, f"-x -a '$__plyground_{option.kind}'") if option.kind else ""
            yield f"{start} -n '{condition}' {flags} {value} -d {_quoted(option.help)}"

    def script() -> Iterator[str]:
        yield "# Completion of plyground for fish: plyground completion fish | source"
        yield from (f"set -g __plyground_{kind} {' '.join(words)}" for kind, words in table.words.items())
        yield f"{start} -f"
        yield from lines("__fish_use_subcommand", table.options)
        for command in table.commands:
            condition = f"__fish_seen_subcommand_from {command.name}"
            yield f"{start} -n __fish_use_subcommand -a {command.name} -d {_quoted(command.help)}"
            yield from lines(condition, command.options)
            if command.kind == "files":
                yield f"{start} -n '{condition}' -F"
            elif command.kind is not None:
                yield f"{start} -n '{condition}' -a '$__plyground_{command.kind}'"

    return "".join(f"{line}\n" for line in script())


def _quoted(text: str) -> str:
    """Return text in quotes, without the quotes inside it, which zsh and fish escape differently."""
    return "'" + text.replace("'", "") + "'"


def _filled(template: str, **parts: str) -> str:
    """Return a template with its parts."""
    for name, text in parts.items():
        template = template.replace(f"@{name}@", text)
    return template


SCRIPTS: Final[dict[str, Callable[[Table], str]]] = {"bash": bash, "fish": fish, "zsh": zsh}
"""The functions that write the scripts, by the shell."""
