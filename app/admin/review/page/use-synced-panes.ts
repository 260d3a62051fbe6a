import { type RefObject, useEffect } from 'react'
import { interpolate } from '#app/admin/editor/preview/interpolate.ts'

type Pane = RefObject<HTMLElement | null>

const LEADING = ['pointerdown', 'pointermove', 'wheel', 'touchstart', 'keydown', 'focusin']

/** Scrolls two versions of a text together: the block at the top of one is at the top of the other. */
export function useSyncedPanes(left: Pane, right: Pane): void {
  useEffect(() => {
    const [one, other] = [left.current, right.current]
    if (!one || !other) return
    /** The side that is used; the other one follows it, and does not answer. */
    let leader = one
    let frame = 0
    const lead = ({ currentTarget }: Event) => {
      leader = currentTarget as HTMLElement
    }
    const follow = ({ currentTarget }: Event) => {
      if (currentTarget !== leader) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const follower = leader === one ? other : one
        const [from, to] = [topsOf(leader), topsOf(follower)]
        const points = from.map((top, index) => [top, to[index] ?? to.at(-1) ?? 0] as const)
        follower.scrollTop = interpolate(points, leader.scrollTop)
      })
    }
    for (const side of [one, other]) {
      for (const event of LEADING) side.addEventListener(event, lead, { passive: true })
      side.addEventListener('scroll', follow, { passive: true })
    }
    return () => {
      cancelAnimationFrame(frame)
      for (const side of [one, other]) {
        for (const event of LEADING) side.removeEventListener(event, lead)
        side.removeEventListener('scroll', follow)
      }
    }
  }, [left, right])
}

/** How far below the top each block begins; the beginning and the end count as blocks. */
function topsOf(pane: HTMLElement): number[] {
  const start = pane.getBoundingClientRect().top - pane.scrollTop
  const blocks = [...(pane.querySelector('.prose')?.children ?? [])]
  const tops = blocks.map((block) => block.getBoundingClientRect().top - start)
  return [0, ...tops, pane.scrollHeight]
}
