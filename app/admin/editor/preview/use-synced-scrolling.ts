import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect } from 'react'
import { interpolate } from '#app/admin/editor/preview/interpolate.ts'

interface SyncedScrolling {
  view: EditorView
  /** The element that scrolls, and the one in it that has an element for each block. */
  pane: RefObject<HTMLElement | null>
  target: RefObject<HTMLElement | null>
  /** The line in which each block begins. */
  lines: RefObject<number[]>
}

/** Blocks get their real height when they scroll into view, so the position is computed again up to this often. */
const MAX_FRAMES = 3

/** Scrolls the preview with the text and the text with the preview: the line at the top of one is at the top of the other. */
export function useSyncedScrolling({ view, pane, target, lines }: SyncedScrolling): void {
  useEffect(() => {
    const preview = pane.current
    if (!preview) return
    const editor = view.scrollDOM
    /** The side that the user scrolls; the other one follows. */
    let leader: HTMLElement = editor
    let frame = 0
    const lead = ({ currentTarget }: Event) => {
      leader = currentTarget as HTMLElement
    }
    const follow = (frames: number) => {
      const follower = leader === editor ? preview : editor
      const before = follower.scrollTop
      const points = pointsOf(target.current, lines.current, view.state.doc.lines)
      if (leader === editor) preview.scrollTop = interpolate(points, topLine(view))
      else
        scrollToLine(
          view,
          interpolate(
            points.map(([line, top]) => [top, line]),
            preview.scrollTop,
          ),
        )
      if (frames > 1 && follower.scrollTop !== before) frame = requestAnimationFrame(() => follow(frames - 1))
    }
    const onScroll = ({ currentTarget }: Event) => {
      if (currentTarget !== leader) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => follow(MAX_FRAMES))
    }
    const sides = [editor, preview]
    for (const side of sides) {
      for (const event of LEADING) side.addEventListener(event, lead, { passive: true })
      side.addEventListener('scroll', onScroll, { passive: true })
    }
    return () => {
      cancelAnimationFrame(frame)
      for (const side of sides) {
        for (const event of LEADING) side.removeEventListener(event, lead)
        side.removeEventListener('scroll', onScroll)
      }
    }
  }, [view, pane, target, lines])
}

const LEADING = ['pointerdown', 'pointermove', 'wheel', 'touchstart', 'keydown', 'focusin']

/** Where each block begins: its line in the text and its distance from the top of the preview. */
function pointsOf(target: HTMLElement | null, lines: number[], end: number): [number, number][] {
  if (!target) return [[0, 0]]
  const points = [...target.children].map((element, index): [number, number] => [
    lines[index] ?? 0,
    element instanceof HTMLElement ? element.offsetTop : 0,
  ])
  return [...points, [end, target.offsetTop + target.offsetHeight]]
}

/** The line at the top of the text, with the part of it that is above. */
function topLine(view: EditorView): number {
  const top = view.scrollDOM.scrollTop - view.documentPadding.top
  if (top <= 0) return 0
  const block = view.lineBlockAtHeight(top)
  return view.state.doc.lineAt(block.from).number - 1 + (top - block.top) / Math.max(1, block.height)
}

function scrollToLine(view: EditorView, line: number): void {
  const { lines } = view.state.doc
  const number = Math.min(lines, Math.max(1, Math.floor(line) + 1))
  const block = view.lineBlockAt(view.state.doc.line(number).from)
  view.scrollDOM.scrollTop =
    block.top + (line - number + 1) * block.height + (line > 0 ? view.documentPadding.top : 0)
}
