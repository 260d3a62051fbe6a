import { describe, expect, test } from 'vitest'
import { FOUND_END, FOUND_START, fullTextOf, searchTextOf, splitHeadline } from '#core/domain/search.ts'

describe('a query', () => {
  test('has at least three characters, not counting spaces around it', () => {
    expect(searchTextOf('')).toBeNull()
    expect(searchTextOf('AI')).toBeNull()
    expect(searchTextOf('  AI  ')).toBeNull()
    expect(searchTextOf('GPT')).toBe('GPT')
    expect(searchTextOf('  A I ')).toBe('A I')
  })

  test('of whole articles has at least two', () => {
    expect(fullTextOf(' A ')).toBeNull()
    expect(fullTextOf(' AI ')).toBe('AI')
  })

  test('counts an emoji as one character', () => {
    expect(searchTextOf('🤖🤖')).toBeNull()
    expect(searchTextOf('🤖🤖🤖')).toBe('🤖🤖🤖')
  })

  test('is cut after 200 characters, never in the middle of one', () => {
    expect(searchTextOf('🤖'.repeat(300))).toBe('🤖'.repeat(200))
  })

  test('is in the composed Unicode form (NFC), as articles are', () => {
    expect(searchTextOf('re\u0301seau')).toBe('r\u00E9seau')
  })

  test('has nothing in it that PostgreSQL cannot store', () => {
    expect(searchTextOf('a\0bc')).toBe('abc')
    expect(searchTextOf('ab\uD83E')).toBe('ab\uFFFD')
  })
})

describe('a headline', () => {
  const mark = (text: string) => `${FOUND_START}${text}${FOUND_END}`

  test('is split into the words that were found and the text around them', () => {
    expect(splitHeadline(`The ${mark('models')} run. A ${mark('model')}`)).toEqual([
      { text: 'The ', found: false },
      { text: 'models', found: true },
      { text: ' run. A ', found: false },
      { text: 'model', found: true },
    ])
  })

  test('without a highlighted word is one piece', () => {
    expect(splitHeadline('Nothing here')).toEqual([{ text: 'Nothing here', found: false }])
    expect(splitHeadline('')).toEqual([])
  })

  test('treats HTML as plain text', () => {
    expect(splitHeadline(`<b>${mark('x')}</b>`)).toEqual([
      { text: '<b>', found: false },
      { text: 'x', found: true },
      { text: '</b>', found: false },
    ])
  })
})
