interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The place of a message, in pixels of the window. */
export interface Place {
  left: number
  top: number
  width: number
}

const TAKEN =
  'form:has([type=email]),a[href],button,summary,select,label:has(input),input:not([type=hidden]),textarea,[contenteditable=true],[role=button],[role=tab],[role=option],[role=menuitem],[role=slider]'
const FIELD = 'form,textarea,[contenteditable=true]'
/** If there is no room, the message covers a field, or a link in a text, and never a button. */
const KINDS = [['button', 'link', 'field'], ['button', 'link'], ['button']]
const EDGE = 16
const GAP = 4
/** Narrower ones fit between more things. */
const WIDTHS = [384, 288, 208, 152]
/** More things than a window has room for are not looked at. */
const MAX_TAKEN = 200
const WAIT_MS = 100

/**
 * Keeps a message where it covers nothing that people press, also when the page below it changes.
 * @returns a function that ends it
 */
export function keepInFreePlace(element: HTMLElement, onPlace: (place: Place) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: Place | null = null
  const look = () => {
    timer = undefined
    known = findPlace(element, known)
    onPlace(known)
  }
  const later = () => {
    timer ??= setTimeout(look, WAIT_MS)
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !element.contains(target))) later()
  })
  look()
  changes.observe(document.body, { subtree: true, childList: true, attributes: true })
  addEventListener('scroll', later, { capture: true, passive: true })
  addEventListener('resize', later)
  addEventListener('focusin', later)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    removeEventListener('scroll', later, { capture: true })
    removeEventListener('resize', later)
    removeEventListener('focusin', later)
  }
}

function findPlace(element: HTMLElement, known: Place | null): Place {
  const room = { left: EDGE, top: EDGE, right: innerWidth - EDGE, bottom: innerHeight - EDGE }
  const shown = element.style.width
  const sizes = WIDTHS.map((wanted) => {
    const width = Math.min(wanted, room.right - room.left)
    element.style.width = `${width}px`
    return { width, height: element.offsetHeight }
  })
  element.style.width = shown
  const things = takenBy(element)
  for (const kinds of KINDS) {
    const taken = things.filter(({ kind }) => kinds.includes(kind))
    for (const { width, height } of sizes) {
      const stays = known && boxAt(known, { width, height })
      if (stays && known?.width === width && isIn(stays, room) && isFree(stays, taken)) return known
      const found = freePlace({ width, height }, room, taken)
      if (found) return { ...found, width }
    }
  }
  const { width, height } = sizes[0] ?? { width: 0, height: 0 }
  return { left: room.right - width, top: room.bottom - height, width }
}

/** The visible controls of the page; below a dialog nothing can be pressed. */
function takenBy(element: HTMLElement): (Box & { kind: string })[] {
  const around = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document
  const taken: (Box & { kind: string })[] = []
  for (const one of around.querySelectorAll(TAKEN)) {
    if (taken.length >= MAX_TAKEN) break
    const { left, top, right, bottom, width, height } = boxOf(one)
    const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
    if (!isInWindow || width < 4 || height < 4 || element.contains(one) || !isSeen(one)) continue
    const box = { left: left - GAP, top: top - GAP, right: right + GAP, bottom: bottom + GAP }
    taken.push({ ...box, kind: kindOf(one) })
  }
  return taken
}

/** Links that look like a button or an entry of a menu arrange their contents. */
function kindOf(one: Element): string {
  if (one.matches(FIELD)) return 'field'
  return one.localName !== 'a' || /flex|grid/.test(getComputedStyle(one).display) ? 'button' : 'link'
}

/** The box of a link that is as wide as its column is only that of its words. */
function boxOf(one: Element): DOMRect {
  const words = one.localName === 'a' ? wordsIn(one) : []
  const [first, ...others] = words.map((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getBoundingClientRect()
  })
  return first ? others.reduce(joined, first) : one.getBoundingClientRect()
}

function wordsIn(link: Element): Text[] {
  const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
  const words: Text[] = []
  while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) words.push(walker.currentNode as Text)
  return words
}

function joined(one: DOMRect, other: DOMRect): DOMRect {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const [right, bottom] = [Math.max(one.right, other.right), Math.max(one.bottom, other.bottom)]
  return new DOMRect(left, top, right - left, bottom - top)
}

/** Returns true if it is shown, and not scrolled out of its container. */
function isSeen(one: Element): boolean {
  if (!one.checkVisibility({ visibilityProperty: true })) return false
  const { left, top, right, bottom } = boxOf(one)
  const within = (from: number, to: number, most: number) => Math.min(Math.max((from + to) / 2, 1), most - 1)
  return document
    .elementsFromPoint(within(left, right, innerWidth), within(top, bottom, innerHeight))
    .some((hit) => hit === one || one.contains(hit))
}

/** The corners and edges first, and then anywhere, from below. Null where nothing is free. */
export function freePlace(
  { width, height }: { width: number; height: number },
  room: Box,
  taken: readonly Box[],
): { left: number; top: number } | null {
  const [right, bottom] = [room.right - width, room.bottom - height]
  const middle = (room.left + right) / 2
  const lefts = [right, room.left, middle]
  const edges = [bottom, room.top].flatMap((top) => lefts.map((left) => ({ left, top })))
  const tops = taken.map((box) => box.top - height).toSorted((a, b) => b - a)
  const beside = [...lefts, ...taken.flatMap((box) => [box.left - width, box.right])]
  const anywhere = [bottom, ...tops, room.top].flatMap((top) => beside.map((left) => ({ left, top })))
  return (
    [...edges, ...anywhere].find((place) => {
      const box = boxAt(place, { width, height })
      return isIn(box, room) && isFree(box, taken)
    }) ?? null
  )
}

const boxAt = (
  { left, top }: { left: number; top: number },
  { width, height }: { width: number; height: number },
): Box => ({ left, top, right: left + width, bottom: top + height })

const isIn = (box: Box, room: Box) =>
  box.left >= room.left && box.top >= room.top && box.right <= room.right && box.bottom <= room.bottom

const isFree = (box: Box, taken: readonly Box[]) =>
  !taken.some(
    (one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top,
  )
