import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatDay, formatMonth } from '#app/admin/kit/ui/format.ts'
import {
  type CalendarAnswer,
  type CalendarItem,
  daysOfView,
  mondayOf,
  shiftDay,
  shiftMonth,
} from '#core/domain/calendar.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const MONDAY = shiftDay(mondayOf(new Date().toISOString().slice(0, 10)), 28)
const day = (days: number) => shiftDay(MONDAY, days)
const WEEK = `/admin/calendar?day=${MONDAY}`
const { rhythm } = EMPTY_DESK.calls.list_calendar as CalendarAnswer

/** An idea and a schedule of that week. */
function plan(): CalendarItem[] {
  const planned = {
    at: null,
    languages: [],
    section: null,
    person: null,
    slug: null,
    status: null,
    changed_at: '2026-11-20T09:00:00Z',
    can_move: true,
  }
  return [
    { ...planned, kind: 'idea', id: 'quaggas', day: day(1), title: 'Of quaggas', section: 'opinion' },
    {
      ...planned,
      kind: 'schedule',
      id: 'weeds',
      day: day(3),
      at: `${day(2)}T23:30:00Z`,
      title: 'A field that weeds itself',
      slug: 'weeds',
      status: 'waiting',
      languages: ['en'],
    },
  ]
}

async function openCalendar(path = WEEK) {
  const items = plan()
  let address: string | null = null
  const screen = await openScreen(path, {
    calls: {
      list_calendar: ({ p_from, p_until, p_section }) => ({
        rhythm,
        has_more: false,
        items: items.filter(
          (item) => item.day >= p_from && item.day <= p_until && (!p_section || item.section === p_section),
        ),
      }),
      move_calendar_item: ({ p_id, p_from, p_to }) => {
        const item = items.find(({ id }) => id === p_id)
        if (item?.day !== p_from) return { status: 'changed' }
        item.day = p_to
        return { status: 'moved' }
      },
      find_calendar_address: () => (address === null ? null : { made_at: address }),
      renew_calendar_address: () => {
        address = '2026-11-20T09:00:00Z'
        return { secret: 'c0ffee'.repeat(11).slice(0, 64) }
      },
      revoke_calendar_address: () => {
        address = null
        return { revoked: true } as never
      },
    },
  })
  return Object.assign(screen, { items })
}

/** Reads the entries of a day. */
const onDay = (date: string) => document.querySelector(`[data-day="${date}"]`)?.textContent ?? ''
const expectOnDay = (date: string, title: string) => expect.poll(() => onDay(date)).toContain(title)
const entryOf = (title: string) => page.getByRole('button', { name: new RegExp(title) })
const focusEntry = async (title: string) => {
  await expect.element(entryOf(title)).toBeVisible()
  ;(entryOf(title).element() as HTMLElement).focus()
}

test('a week shows what is planned, and lets it be dragged to another day, which can be undone', async () => {
  const { sentTo } = await openCalendar()
  await expectOnDay(day(1), 'Of quaggas')
  await expectOnDay(day(3), 'A field that weeds itself')
  await userEvent.dragAndDrop(
    entryOf('A field that weeds itself'),
    document.querySelector(`[data-day="${day(5)}"]`) as Element,
  )
  await expectToast('Moved to')
  await expectOnDay(day(5), 'A field that weeds itself')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectOnDay(day(3), 'A field that weeds itself')
  const moved = { p_kind: 'schedule', p_id: 'weeds', p_zone: 'UTC' }
  await expect
    .poll(() => sentTo('move_calendar_item'))
    .toMatchObject([
      { ...moved, p_from: day(3), p_to: day(5), p_zone: expect.any(String) },
      { ...moved, p_from: day(5), p_to: day(3), p_zone: expect.any(String) },
    ])
})

test('a second move is not lost while the first one waits for its answer', async () => {
  const { answers, items, sentTo } = await openCalendar()
  const { promise: hasSecond, resolve: answerBoth } = Promise.withResolvers<undefined>()
  answers.respond = ({ url }) => {
    if (!url.endsWith('move_calendar_item')) return undefined
    if (sentTo('move_calendar_item').length === 2) answerBoth(undefined)
    return hasSecond
  }
  const drag = async (title: string, to: string) =>
    userEvent.dragAndDrop(entryOf(title), document.querySelector(`[data-day="${to}"]`) as Element)
  await expectOnDay(day(1), 'Of quaggas')
  await drag('A field that weeds itself', day(5))
  await drag('Of quaggas', day(6))
  await expect.poll(() => items.map((item) => item.day)).toEqual([day(6), day(5)])
  await expectOnDay(day(5), 'A field that weeds itself')
  await expectOnDay(day(6), 'Of quaggas')
})

test('the keyboard moves an idea over the end of the week, and Escape leaves it', async () => {
  const { items } = await openCalendar()
  await focusEntry('Of quaggas')
  await userEvent.keyboard('m')
  const bar = page.getByRole('group', { name: 'Move: Of quaggas' })
  await expect.element(bar.getByRole('button', { name: 'Put it there' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(bar.getByRole('status')).toMatchTextContent(new RegExp(formatDay(day(2))))
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(entryOf('Of quaggas')).toHaveFocus()
  await expectOnDay(day(1), 'Of quaggas')

  await userEvent.keyboard('m')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => window.location.search).toBe(`?day=${day(8)}`)
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expectOnDay(day(9), 'Of quaggas')
  await expect.element(entryOf('Of quaggas')).toHaveFocus()
  expect(items[0]?.day).toBe(day(9))
})

test('what somebody else has moved meanwhile is not moved again', async () => {
  const { items } = await openCalendar()
  await entryOf('Of quaggas').click()
  const dialog = page.getByRole('dialog', { name: 'Of quaggas' })
  await expect.element(dialog).toMatchTextContent(new RegExp(formatDay(day(1))))
  if (items[0]) items[0].day = day(4)
  await announceChange('ideas')
  await expectOnDay(day(4), 'Of quaggas')
  await dialog.getByLabelText('Day').fill(day(6))
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expectToast('Somebody else has moved or changed this meanwhile.')
  await expectOnDay(day(4), 'Of quaggas')
})

test('the address holds view, day and filters', async () => {
  const { go } = await openCalendar('/admin/calendar?day=tomorrow&view=year&section=nowhere&x=1')
  await expect.poll(() => window.location.search).toBe('?section=nowhere')
  await go(WEEK)
  await page.getByRole('link', { name: 'Month' }).click()
  await expect.poll(() => window.location.search).toBe(`?view=month&day=${MONDAY}`)
  await expect
    .poll(() => document.querySelectorAll('[data-day]').length)
    .toBe(daysOfView('month', MONDAY).length)
  await expect.element(page.getByText(formatMonth(MONDAY), { exact: true })).toBeVisible()
  await page.getByLabelText('Section').selectOptions('opinion')
  await expect.element(entryOf('A field that weeds itself')).not.toBeInTheDocument()
  await expect.element(entryOf('Of quaggas')).toBeVisible()
  await page.getByLabelText('Section').selectOptions('')
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.getByRole('link', { name: 'Next month' }).click()
  await expect.element(page.getByText(formatMonth(shiftMonth(MONDAY, 2)), { exact: true })).toBeVisible()
  await expect.element(entryOf('Of quaggas')).not.toBeInTheDocument()
})

test('programs read the calendar at an address that is shown once and can be revoked', async () => {
  await openCalendar()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Make an address' }).click()
  await dialog.getByRole('button', { name: 'Make an address' }).click()
  const shown = page.getByRole('dialog', { name: 'Your calendar’s address' })
  await expect.element(shown).toBeVisible()
  expect((shown.getByLabelText('Address').element() as HTMLInputElement).value).toMatch(
    /\/calendar\/[0-9a-f]{64}\.ics$/,
  )
  expect(await findProblems()).toEqual([])
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText(/^Your address was made on/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke the address' }).click()
  await dialog.getByRole('button', { name: 'Revoke the address' }).click()
  await expectToast('The address is revoked.')
  await expect.element(page.getByText(/^You have no such address\./)).toBeVisible()
})

test('week, month and the bar for moving are accessible', async () => {
  const { go } = await openCalendar(`${WEEK}&view=month`)
  await expect.element(entryOf('Of quaggas')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await go(WEEK)
  await entryOf('Of quaggas').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByRole('button', { name: 'Move it day by day' }).click()
  await expect.element(page.getByRole('group', { name: 'Move: Of quaggas' })).toBeVisible()
  expect(await findProblems()).toEqual([])
})
