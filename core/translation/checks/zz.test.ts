import { appendFileSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { checkSegment } from '#core/translation/checks/check-segment.ts'
import { readDemoPairs } from '#core/translation/checks/testing/demo-pairs.ts'
import { readNewsPairs } from '#core/translation/checks/testing/news-pairs.ts'

test('x', async () => {
  const out = '/tmp/zz.txt'
  writeFileSync(out, '')
  const say = (line: string) => appendFileSync(out, `${line}\n`)
  const rows = readNewsPairs().map((p) => ({ ...p, problems: checkSegment({ ...p, glossary: null }) }))
  const count = new Map<string, number[]>()
  for (const r of rows) {
    const bad = r.isRight ? r.problems.length > 0 : r.problems.length === 0
    for (const key of [r.language, `  ${r.kind}`]) {
      const c = count.get(key) ?? [0, 0, 0, 0]
      c[r.isRight ? 0 : 2]! += 1
      if (bad) c[r.isRight ? 1 : 3]! += 1
      count.set(key, c)
    }
    if (bad)
      say(
        `${r.isRight ? 'REFUSED' : 'PASSED '} ${r.kind} | ${r.source} | ${r.language} ${r.target} | ${JSON.stringify(r.problems)}`,
      )
  }
  for (const [k, [a, b, c, d]] of count) say(`${k}: right ${a} refused ${b}; wrong ${c} passed ${d}`)
  const demo = await readDemoPairs()
  const start = performance.now()
  let n = 0
  for (const p of demo) {
    const problems = checkSegment({ ...p, glossary: null })
    if (problems.length) {
      n++
      say(`DEMO ${p.language} ${JSON.stringify(problems)}\n   ${p.source}\n   ${p.target}`)
    }
  }
  say(`demo ${n} of ${demo.length} in ${Math.round(performance.now() - start)} ms`)
})
test('speed', async () => {
  const demo = await readDemoPairs()
  for (let i = 0; i < 4; i++) {
    const start = performance.now()
    for (const p of demo) checkSegment({ ...p, glossary: null })
    appendFileSync('/tmp/zz.txt', `pass ${i}: ${Math.round(performance.now() - start)} ms\n`)
  }
})
