import { parseHTML } from 'linkedom'
import { beforeEach, expect, test, vi } from 'vitest'
import { followText } from '#app/listen/player.tsx'

const [WINDOW_HEIGHT, BAR_HEIGHT] = [800, 100]
const bar = { offsetHeight: BAR_HEIGHT, contains: () => false }
let win: EventTarget
let told: boolean[]

class FakeKeyboardEvent extends Event {
  key: string
  constructor(type: string, { key }: { key: string }) {
    super(type)
    this.key = key
  }
}

beforeEach(() => {
  told = []
  bar.contains = () => false
  win = Object.assign(new EventTarget(), {
    innerHeight: WINDOW_HEIGHT,
    matchMedia: () => ({ matches: true }),
  })
  vi.stubGlobal('window', win)
  vi.stubGlobal('KeyboardEvent', FakeKeyboardEvent)
})

/** A paragraph at a place of the window, which says how it was brought into view. */
function paragraph(top: number, bottom: number) {
  const { document } = parseHTML('<p>Text</p>')
  const scrolls: ScrollIntoViewOptions[] = []
  const element = Object.assign(document.querySelector('p') as HTMLElement, {
    getBoundingClientRect: () => ({ top, bottom }) as DOMRect,
    scrollIntoView: (options: ScrollIntoViewOptions) => void scrolls.push(options),
  })
  return { element, scrolls }
}

const start = () => followText(bar as unknown as HTMLElement, (isFollowed) => told.push(isFollowed))
const scrollByHand = () => win.dispatchEvent(new Event('wheel'))
const press = (key: string) => win.dispatchEvent(new FakeKeyboardEvent('keydown', { key }))

test('marks one block at a time, and none when it is closed', () => {
  const text = start()
  const [first, second] = [paragraph(200, 300), paragraph(300, 400)]
  text.show(first.element)
  text.show(second.element)
  expect([first, second].map(({ element }) => element.hasAttribute('data-spoken'))).toEqual([false, true])
  text.close()
  expect(second.element.hasAttribute('data-spoken')).toBe(false)
})

test('brings a block into view when it is not there, or covered by the bar', () => {
  const text = start()
  const [seen, covered, long] = [paragraph(200, 300), paragraph(650, 750), paragraph(900, 1_500)]
  for (const { element } of [seen, covered, long]) text.show(element)
  expect(seen.scrolls).toEqual([])
  expect(covered.scrolls).toEqual([{ block: 'center', behavior: 'instant' }])
  expect(long.scrolls).toEqual([{ block: 'start', behavior: 'instant' }])
})

test('leaves the page to a reader who scrolls, until they want or are back', () => {
  const text = start()
  text.show(paragraph(-900, -800).element)
  scrollByHand()
  const next = paragraph(900, 1_000)
  text.show(next.element)
  expect([told, next.scrolls.length]).toEqual([[false], 0])
  text.resume()
  expect([told, next.scrolls.length]).toEqual([[false, true], 1])

  scrollByHand()
  text.show(paragraph(200, 300).element)
  text.show(paragraph(900, 1_000).element)
  expect(told).toEqual([false, true, false, true])
})

test('keys that scroll and touches count, and others and what is done in the bar do not', () => {
  start()
  press('Tab')
  press('a')
  bar.contains = () => true
  press('ArrowDown')
  scrollByHand()
  expect(told).toEqual([])
  bar.contains = () => false
  press('PageDown')
  win.dispatchEvent(new Event('touchmove'))
  expect(told).toEqual([false])
})

test('listens to nothing when it is closed', () => {
  start().close()
  scrollByHand()
  expect(told).toEqual([])
})
