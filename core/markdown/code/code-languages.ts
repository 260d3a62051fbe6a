import { c, cpp, csharp, dart, java, kotlin, objectiveC, scala } from '@codemirror/legacy-modes/mode/clike'
import { css, less, sCSS } from '@codemirror/legacy-modes/mode/css'
import { diff } from '@codemirror/legacy-modes/mode/diff'
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile'
import { go } from '@codemirror/legacy-modes/mode/go'
import { haskell } from '@codemirror/legacy-modes/mode/haskell'
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript'
import { lua } from '@codemirror/legacy-modes/mode/lua'
import { nginx } from '@codemirror/legacy-modes/mode/nginx'
import { octave } from '@codemirror/legacy-modes/mode/octave'
import { powerShell } from '@codemirror/legacy-modes/mode/powershell'
import { properties } from '@codemirror/legacy-modes/mode/properties'
import { protobuf } from '@codemirror/legacy-modes/mode/protobuf'
import { python } from '@codemirror/legacy-modes/mode/python'
import { r } from '@codemirror/legacy-modes/mode/r'
import { ruby } from '@codemirror/legacy-modes/mode/ruby'
import { rust } from '@codemirror/legacy-modes/mode/rust'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { standardSQL } from '@codemirror/legacy-modes/mode/sql'
import { stex } from '@codemirror/legacy-modes/mode/stex'
import { swift } from '@codemirror/legacy-modes/mode/swift'
import { toml } from '@codemirror/legacy-modes/mode/toml'
import { html, xml } from '@codemirror/legacy-modes/mode/xml'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import type { StreamParser } from '@codemirror/streamparser'

export interface CodeLanguage {
  /** The name for readers. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: each parser has a state of its own, which no other code reads
  parser: StreamParser<any>
}

/**
 * Every language that has colours, with the words that may follow the fence. Those of Perl and Julia take minutes for some texts of a few
 * kilobytes; `highlight-code.test.ts` finds such parsers.
 */
const LANGUAGES: [name: string, parser: CodeLanguage['parser'], words: string][] = [
  ['Bash', shell, 'bash sh shell zsh console terminal'],
  ['C', c, 'c h'],
  ['C#', csharp, 'csharp cs c#'],
  ['C++', cpp, 'cpp c++ cc cxx hpp'],
  ['CSS', css, 'css'],
  ['Dart', dart, 'dart'],
  ['Diff', diff, 'diff patch'],
  ['Dockerfile', dockerFile, 'dockerfile docker'],
  ['Go', go, 'go golang'],
  ['Haskell', haskell, 'haskell hs'],
  ['HTML', html, 'html htm vue svelte'],
  ['INI', properties, 'ini properties dotenv env cfg'],
  ['Java', java, 'java'],
  ['JavaScript', javascript, 'javascript js mjs cjs jsx node'],
  ['JSON', json, 'json json5 jsonc jsonl'],
  ['Kotlin', kotlin, 'kotlin kt'],
  ['LaTeX', stex, 'latex tex'],
  ['Less', less, 'less'],
  ['Lua', lua, 'lua'],
  ['MATLAB', octave, 'matlab octave'],
  ['nginx', nginx, 'nginx'],
  ['Objective-C', objectiveC, 'objectivec objc objective-c'],
  ['PowerShell', powerShell, 'powershell ps1 pwsh'],
  ['Protocol Buffers', protobuf, 'protobuf proto'],
  ['Python', python, 'python py python3'],
  ['R', r, 'r'],
  ['Ruby', ruby, 'ruby rb'],
  ['Rust', rust, 'rust rs'],
  ['Scala', scala, 'scala'],
  ['SCSS', sCSS, 'scss sass'],
  ['SQL', standardSQL, 'sql postgresql postgres mysql sqlite'],
  ['Swift', swift, 'swift'],
  ['TOML', toml, 'toml'],
  ['TypeScript', typescript, 'typescript ts tsx mts cts'],
  ['XML', xml, 'xml svg rss atom'],
  ['YAML', yaml, 'yaml yml'],
]

/** For tests. */
export const CODE_LANGUAGES: CodeLanguage[] = LANGUAGES.map(([name, parser]) => ({ name, parser }))

const BY_WORD = new Map<string, CodeLanguage>(
  LANGUAGES.flatMap(([name, parser, words]) =>
    words.split(' ').map((word): [string, CodeLanguage] => [word, { name, parser }]),
  ),
)

/** The language that the first word after a fence names, as in "```python"; undefined for one that has no colours. */
export function findCodeLanguage(info: string): CodeLanguage | undefined {
  const [word = ''] = /^[^\s{,:]{1,20}/.exec(info.trimStart()) ?? []
  return BY_WORD.get(word.toLowerCase())
}
