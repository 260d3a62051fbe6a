import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrCodeSvg } from '#server/supabase/auth/factors/qr-code.ts'
import { totpUri } from '#server/supabase/auth/factors/totp.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  ['ordinary', 'news.example.org', 'nora@example.org'],
  ['the longest', 'Ä'.repeat(64), `${'n'.repeat(64)}@${'example.'.repeat(23)}org`],
])('the code can be decoded: %s', async (_what, issuer, account) => {
  const uri = totpUri({ secret: SECRET, issuer, account })
  const { data, info } = await sharp(Buffer.from(qrCodeSvg(uri)), { density: 72 * 6 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ data, width: info.width, height: info.height })).toBe(uri)
})

test('the SVG can be put into a data URL unencoded', () => {
  const svg = qrCodeSvg(totpUri({ secret: SECRET, issuer: '#1 "news" <%20>', account: 'nora@example.org' }))
  expect(svg).not.toMatch(/[#%\n]/)
  expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/)
})
