/**
 * posenc completion: shell completion scripts, generated from the lists in the help.
 */
import { oneOf, printable } from '../lib/checks/show.js';
import { analyses, layers } from '../lib/generated/analyses.js';
import { encodings, scalings } from '../lib/generated/encodings.js';
import { type Command, misuse, type Offer, positionals } from './command.js';
import { methods } from './methods.js';
import { print } from './output.js';

/** The completions of a command. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  /** Options, including their dashes. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[]; readonly bare: boolean }[];
  /** Allowed words; empty if files are expected. */
  readonly words: readonly string[];
}

const ids = [...encodings, ...scalings, ...analyses, ...layers].map(({ id }) => id);

const scripts = { bash, zsh, fish } as const;
type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as Shell[];

/** @param commands the commands to complete, including this one */
export const completionOf = (commands: readonly Offer[]): Command => ({
  help: `Prints a completion script. To install it:

  bash   eval "$(posenc completion bash)"                                       in ~/.bashrc
  zsh    eval "$(posenc completion zsh)"                                        in ~/.zshrc, after compinit
  fish   posenc completion fish > ~/.config/fish/completions/posenc.fish`,
  options: {},
  async run(args) {
    const [shell] = positionals(args, ['shell']);
    const script = shells.includes(shell as Shell) ? scripts[shell as Shell] : undefined;
    if (!script) throw misuse('shell', `there is no completion for '${printable(shell)}'; give ${oneOf(shells)}`);
    await print([script(await completed(commands))]);
  },
});

async function completed(commands: readonly Offer[]): Promise<readonly Completed[]> {
  const words: Readonly<Record<string, readonly string[]>> = {
    list: ids,
    call: methods,
    completion: shells,
    help: commands.map(({ name }) => name),
  };
  const listed = await Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const { options, choices = {} } = await load();
      const own = Object.entries(options).map(([option, { type }]) => ({
        name: `--${option}`,
        values: choices[option] ?? [],
        bare: type === 'boolean',
      }));
      const help = { name: '--help', values: [], bare: true };
      return { name, summary, options: [...own, help], words: words[name] ?? [] };
    }),
  );
  const more = (name: string, summary: string): Completed => ({ name, summary, options: [], words: words[name] ?? [] });
  return [...listed, more('help', 'show the options of a command'), more('version', 'print the version')];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** Options whose value must be one of a few words. */
const chosen = ({ options }: Completed) => options.filter(({ values }) => values.length > 0);

function bash(list: readonly Completed[]): string {
  const values = new Map(list.flatMap(chosen).map((option) => [option.name, option.values]));
  const row = ({ name, options, words }: Completed): string =>
    `    ${name}) options=${quoted(options.map((option) => option.name).join(' '))} words=${quoted(words.join(' '))} ;;\n`;
  return `# completion of posenc for bash
_posenc() {
  local word=\${COMP_WORDS[COMP_CWORD]} words= options=
  case \${COMP_WORDS[1]} in
${list.map(row).join('')}  esac
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${[...values].map(([name, all]) => `    ${name}) words=${quoted(all.join(' '))} ;;\n`).join('')}  esac
  if ((COMP_CWORD == 1)); then
    words=${quoted(list.map(({ name }) => name).join(' '))}
  elif [[ $word == -* ]]; then
    words=$options
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _posenc posenc
`;
}

function zsh(list: readonly Completed[]): string {
  const spec = ({ name, bare, values }: Completed['options'][number]): string => {
    if (bare) return quoted(name);
    return quoted(`${name}=:${name.slice(2)}:${values.length ? `(${values.join(' ')})` : '_files'}`);
  };
  return `#compdef posenc
# completion of posenc for zsh
_posenc() {
  local -a offers
  offers=(
${list.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}\n`).join('')}  )
  if ((CURRENT == 2)); then
    _describe command offers
    return
  fi
  local offer=$words[2]
  shift words
  ((CURRENT--))
  case $offer in
${list
  .map(
    ({ name, options, words }) =>
      `    ${name}) _arguments ${[...options.map(spec), quoted(`*:word:${words.length ? `(${words.join(' ')})` : '_files'}`)].join(' ')} ;;\n`,
  )
  .join('')}  esac
}
if [[ $funcstack[1] == _posenc ]]; then
  _posenc "$@"
else
  compdef _posenc posenc
fi
`;
}

function fish(list: readonly Completed[]): string {
  const line = (condition: string, ...rest: readonly string[]): string =>
    `complete -c posenc -n ${quoted(condition)} ${rest.join(' ')}\n`;
  return `# completion of posenc for fish
${list
  .map(({ name, summary }) => line('__fish_use_subcommand', '-f', '-a', name, '-d', quoted(summary)))
  .join('')}${list
    .flatMap(({ name, options, words }) => {
      const after = `__fish_seen_subcommand_from ${name}`;
      return [
        ...options.map((option) => {
          const value = option.bare ? '-f' : option.values.length ? `-x -a ${quoted(option.values.join(' '))}` : '-r';
          return line(after, '-l', option.name.slice(2), value);
        }),
        ...(words.length ? [line(after, '-f', '-a', quoted(words.join(' ')))] : []),
      ];
    })
    .join('')}`;
}
