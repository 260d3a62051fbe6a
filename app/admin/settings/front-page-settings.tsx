import { MoveButtons, moved } from '#app/admin/kit/form/editable-rows.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import type { FrontPageLayout } from '#core/domain/front-page.ts'
import { FRONT_PAGE_BLOCKS, FRONT_PAGES } from '#core/domain/publication-settings.ts'

const LAYOUTS = {
  standard: { name: t('frontPage.layout.standard'), hint: t('frontPage.layout.standard.hint') },
  dense: { name: t('frontPage.layout.dense'), hint: t('frontPage.layout.dense.hint') },
  calm: { name: t('frontPage.layout.calm'), hint: t('frontPage.layout.calm.hint') },
}

const BLOCKS = {
  featured: { name: t('frontPage.block.featured'), hint: t('frontPage.block.featured.hint') },
  latest: { name: t('frontPage.block.latest'), hint: t('frontPage.block.latest.hint') },
  sections: { name: t('frontPage.block.sections'), hint: t('frontPage.block.sections.hint') },
  newsletter: { name: t('frontPage.block.newsletter'), hint: t('frontPage.block.newsletter.hint') },
}

/** The front page: its layout and its blocks. */
export function FrontPageSettings({ form }: SettingPartProps) {
  return (
    <SettingSection form={form} section={SECTIONS.frontPage}>
      <FrontPageFields form={form} />
      <p className="text-sm">
        <a
          href="/"
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {t('frontPage.look')}
        </a>
      </p>
    </SettingSection>
  )
}

/** The layout and the blocks. */
function FrontPageFields({ form }: { form: SettingForm }) {
  const page = form.draft('front_page')
  return (
    <>
      <SettingGroup legend={t('frontPage.layout')}>
        <div className="grid gap-3 sm:grid-cols-3">
          {FRONT_PAGES.map((layout) => (
            <label
              key={layout}
              className="flex cursor-pointer gap-3 rounded-sm border border-edge p-3 hover:border-ink has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 sm:block"
            >
              <LayoutDrawing layout={layout} />
              <span className="min-w-0 text-sm sm:mt-3 sm:block">
                <span className="flex items-center gap-2 font-medium">
                  <input
                    type="radio"
                    name="front-page-layout"
                    className="size-4.5 shrink-0 accent-ink"
                    checked={page.layout === layout}
                    aria-labelledby={`front-page-${layout}-name`}
                    aria-describedby={`front-page-${layout}`}
                    onChange={() => form.change('front_page', { ...page, layout })}
                  />
                  <span id={`front-page-${layout}-name`}>{LAYOUTS[layout].name}</span>
                </span>
                <span id={`front-page-${layout}`} className="mt-1 block text-faint">
                  {LAYOUTS[layout].hint}
                </span>
              </span>
            </label>
          ))}
        </div>
      </SettingGroup>
      <SettingGroup legend={t('frontPage.blocks')} hint={t('frontPage.blocks.hint')}>
        <BlockList form={form} />
        {form.problemOf('front_page.blocks') && (
          <p id={BLOCKS_PROBLEM} className="text-red text-sm">
            {t('frontPage.blocks.none')}
          </p>
        )}
      </SettingGroup>
      <ChangedMeanwhile form={form} name="front_page" label={SETTING_LABELS.front_page} />
    </>
  )
}

const BLOCKS_PROBLEM = 'front-page-blocks-problem'

/** The blocks that are shown, in their order, and then the others. */
function BlockList({ form }: { form: SettingForm }) {
  const page = form.draft('front_page')
  const { blocks } = page
  const others = FRONT_PAGE_BLOCKS.filter((block) => !blocks.includes(block))
  const change = (next: typeof blocks) => form.change('front_page', { ...page, blocks: next })
  const isInvalid = form.problemOf('front_page.blocks') ? true : undefined
  return (
    <ul className="divide-y divide-line border-line border-y">
      {[...blocks, ...others].map((block, index) => {
        const isShown = index < blocks.length
        return (
          <li key={block} className="flex min-h-14 items-center gap-3 py-1.5">
            <label className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-3 text-sm">
              <input
                type="checkbox"
                className="size-4.5 shrink-0 accent-ink"
                aria-invalid={isInvalid}
                checked={isShown}
                aria-labelledby={`front-page-block-${block}-name`}
                aria-describedby={`${isInvalid ? `${BLOCKS_PROBLEM} ` : ''}front-page-block-${block}`}
                onChange={({ target }) => {
                  change(isShown ? blocks.filter((other) => other !== block) : [...blocks, block])
                  // Its place in the list changes, with which it would lose focus.
                  requestAnimationFrame(() => target.focus())
                }}
              />
              <span>
                <span id={`front-page-block-${block}-name`} className="font-medium">
                  {BLOCKS[block].name}
                </span>
                <span id={`front-page-block-${block}`} className="block text-faint">
                  {BLOCKS[block].hint}
                </span>
              </span>
            </label>
            {isShown && (
              <MoveButtons
                name={BLOCKS[block].name}
                index={index}
                count={blocks.length}
                onMove={(to) => change(moved(blocks, index, to))}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Rectangles as x, y, width and height: pictures, and lines of text. */
const DRAWINGS: Record<FrontPageLayout, { pictures: number[][]; lines: number[][] }> = {
  standard: {
    lines: [
      [8, 8, 70, 5],
      ...[70, 75].flatMap((y) => [8, 62].map((x) => [x, y, 46, 2.5])),
      [82, 18, 26, 2.5],
      [82, 23, 26, 2.5],
      [82, 28, 20, 2.5],
    ],
    pictures: [
      [8, 17, 70, 26],
      [8, 50, 50, 17],
      [62, 50, 46, 17],
    ],
  },
  dense: {
    lines: [
      [8, 42, 62, 4],
      ...[8, 15, 22, 29, 36, 43].flatMap((y) => [[78, y, 30, 2.5]]),
      ...[66, 71, 76].flatMap((y) => [8, 34, 60, 86].map((x) => [x, y, 22, 2.5])),
    ],
    pictures: [[8, 8, 62, 30], ...[8, 34, 60, 86].map((x) => [x, 52, 22, 11])],
  },
  calm: {
    lines: [
      [28, 8, 60, 5],
      [38, 16, 40, 2.5],
      [24, 66, 40, 3.5],
      [24, 72, 46, 2.5],
    ],
    pictures: [
      [8, 24, 100, 34],
      [78, 65, 16, 11],
    ],
  },
}

/** A small drawing of a front page. */
function LayoutDrawing({ layout }: { layout: FrontPageLayout }) {
  const { pictures, lines } = DRAWINGS[layout]
  const draw = (shapes: number[][], className: string) =>
    shapes.map(([x, y, width, height]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} className={className} />
    ))
  return (
    <svg
      aria-hidden
      viewBox="0 0 116 84"
      className="h-20 w-28 shrink-0 border border-line bg-paper sm:h-auto sm:w-full"
    >
      {draw(pictures, 'fill-edge/50')}
      {draw(lines, 'fill-soft')}
    </svg>
  )
}
