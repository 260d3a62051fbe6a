import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'

export interface Instruction {
  name: string
  text: string
  /** The arguments without options. */
  arguments: string[]
  /** `--from=build` as `{ from: 'build' }`. */
  options: Record<string, string>
}

export interface Stage {
  base: string
  name: string | null
  instructions: Instruction[]
}

/** The stages of `deploy/Dockerfile`. */
export function readDockerfile(): Stage[] {
  const lines = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim())
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    const words = text.split(/\s+/)
    const options = words.flatMap((word) => [...word.matchAll(/^--([\w-]+)=(.+)$/g)])
    if (name === 'FROM') stages.push({ base: words[0] ?? '', name: words[2] ?? null, instructions: [] })
    else
      stages.at(-1)?.instructions.push({
        name,
        text,
        arguments: words.filter((word) => !word.startsWith('--')),
        options: Object.fromEntries(options.map(([, option = '', value = '']) => [option, value])),
      })
  }
  return stages
}

/** The command of `CMD ["…"]`. */
export function commandOf({ text }: Instruction): string[] {
  return JSON.parse(text.slice(text.indexOf('[')))
}
