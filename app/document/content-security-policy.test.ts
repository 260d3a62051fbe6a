import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#app/document/content-security-policy.ts'
import { withoutNonce } from '#app/document/write-document.tsx'

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`

/** The sources that a policy allows for one kind of content. */
function sources(policy: string, directive: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

const NONCE = '4f9d1a52'

function finish(text: string): { html: string; policy: string } {
  const { body, codes } = withoutNonce(text, NONCE)
  return { html: body, policy: contentSecurityPolicy(codes) }
}

describe('the policy of a page', () => {
  test('names the hash of each inline script with the nonce, once, and the nonce is gone', () => {
    const { html, policy } = finish(
      `<head><script nonce="${NONCE}">a()</script><script nonce="${NONCE}" id='b'>
      b("ü 👩🏽", '<b>')
    </script></head><body><script nonce="${NONCE}">a()</script><script type="module" nonce="${NONCE}">c()</script></body>`,
    )
    expect(sources(policy, 'script-src')).toEqual([
      "'self'",
      hashOf('a()'),
      hashOf(`\n      b("ü 👩🏽", '<b>')\n    `),
      hashOf('c()'),
    ])
    expect(html).not.toContain(NONCE)
  })

  test.each([
    '<script>stolen()</script>',
    '<script nonce="another">stolen()</script>',
    `<script nonce="${NONCE}" src="/assets/a.js"></script>`,
    '<script type="application/ld+json">{"a":1}</script>',
    '<p>&lt;script>a()&lt;/script></p>',
    '',
  ])('allows no inline script because of %j', (html) => {
    expect(sources(finish(html).policy, 'script-src')).toEqual(["'self'"])
  })

  test('has no source that would weaken it', () => {
    const policy = contentSecurityPolicy([Buffer.from('a()')])
    expect(sources(policy, 'default-src')).toEqual(["'self'"])
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(sources(policy, directive), directive).toEqual(["'none'"])
    for (const directive of ['form-action', 'connect-src', 'font-src'])
      expect(sources(policy, directive), directive).toEqual(["'self'"])
    expect(sources(policy, 'script-src').join()).not.toMatch(/unsafe|https?:|\*|data:/)
  })
})
