import { expect, test } from 'vitest'
import { BuildError } from '#server/build/builds.ts'

test.each([
  [
    'a mistake in a source',
    'vite v8\n\nBuild failed with 1 error:\n\n[builtin:vite-transform] Expected `,` or `)` but found `;`\n   ╭─[ app/root.tsx:3:5 ]\n',
    'Expected `,` or `)` but found `;`, app/root.tsx:3:5',
  ],
  [
    'a folder that this user may not write to',
    "failed to load config from /srv/site/vite.config.ts\nError: EACCES: permission denied, open '/srv/site/build'\n    at async open (node:fs:1:1) {\n  errno: -13,\n  code: 'EACCES'\n}\n",
    "Error: EACCES: permission denied, open '/srv/site/build'",
  ],
  ['any other output', 'vite v8\nKilled\n', 'Killed'],
])('the reason of a failed build is one line: %s', (_, output, reason) => {
  expect(new BuildError(output).reason).toBe(reason)
})
