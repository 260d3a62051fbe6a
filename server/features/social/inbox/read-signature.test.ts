import { expect, test } from 'vitest'
import { readSignature } from '#server/features/social/inbox/inbox.ts'

const KEY = 'https://social.example/users/mara#main-key'
const COVERED = 'headers="(request-target) host date digest"'
const COMPONENTS = '("@method" "@target-uri" "content-digest")'

const read = (headers: Record<string, string>) =>
  readSignature(new Headers({ date: 'Sat, 28 Nov 2026 12:00:00 GMT', ...headers }))

test('what verifies a signature cannot read it otherwise', () => {
  const draft = `keyId="${KEY}",algorithm="rsa-sha256",${COVERED},signature="AAAA"`
  expect(read({ signature: draft })).toMatchObject({ signedAt: 'Sat, 28 Nov 2026 12:00:00 GMT' })
  for (const more of [',keyId="https://evil.example/"', ',headers="date"', ',x', ',x="a', ', x="a,b"'])
    expect(read({ signature: draft + more })).toBeNull()

  const newer = `sig1=${COMPONENTS};nonce="a;created=1;";keyid="${KEY}";created=1780000000`
  const signature = 'sig1=:AAAA:'
  expect(read({ signature, 'signature-input': newer })).toMatchObject({ signedAt: '1780000000' })
  for (const input of [
    `${newer};keyid="https://evil.example/"`,
    `${newer};created=1780000001`,
    newer.replace('=178', '=0178'),
    `${newer}, sig2=${COMPONENTS};keyid="${KEY}";created=1780000000`,
  ])
    expect(read({ signature, 'signature-input': input })).toBeNull()
})
