import { expect, test } from 'vitest'
import { nameProfiles } from '#core/domain/social-networks.ts'

const namesOf = (...addresses: string[]) => nameProfiles(addresses).map(({ name }) => name)

test.each([
  ['https://mastodon.social/@us', 'Mastodon'],
  ['https://mastodon.some-newsroom.example/@us', 'Mastodon'],
  ['https://writers.social/@us', 'Mastodon'],
  ['https://writers.social/about', 'writers.social'],
  ['https://bsky.app/profile/us.example', 'Bluesky'],
  ['https://www.linkedin.com/company/us', 'LinkedIn'],
  ['https://www.youtube.com/@us', 'YouTube'],
  ['https://x.com/us', 'X'],
  ['https://phoenix.com/us', 'phoenix.com'],
  ['https://x.com.evil.example/us', 'x.com.evil.example'],
  ['https://www.threads.com/@us', 'Threads'],
  ['https://github.com/us', 'GitHub'],
  ['https://de-de.facebook.com/us', 'Facebook'],
  ['https://example.org/us', 'example.org'],
])('%s is named %s', (address, name) => {
  expect(namesOf(address)).toEqual([name])
})

test('of two profiles on the same network the name says whose they are', () => {
  expect(
    namesOf('https://mastodon.social/@us', 'https://journa.host/@us', 'https://x.com/a', 'https://x.com/b/'),
  ).toEqual(['Mastodon (@us@mastodon.social)', 'Mastodon (@us@journa.host)', 'X (a)', 'X (b)'])
  expect(namesOf('https://a.example/one', 'https://b.example')).toEqual(['a.example/one', 'b.example'])
})

test('what is no address is left out, and what would change the direction of the name stays encoded', () => {
  expect(namesOf('https://[', 'https://x.com/%E2%80%AEa', 'https://x.com/%E0%A4%A')).toEqual([
    'X (%E2%80%AEa)',
    'X (%E0%A4%A)',
  ])
})
