// One row per story: its category, the ink of its ground, and its motifs in the order they are printed.

import * as figure from './motifs-figures.ts'
import * as instrument from './motifs-instruments.ts'
import * as machine from './motifs-machines.ts'
import * as paper from './motifs-paper.ts'
import * as people from './motifs-people.ts'
import * as printed from './motifs-print.ts'
import * as stage from './motifs-stage.ts'
import * as town from './motifs-town.ts'
import type { Category, Ink } from './palette.ts'
import { over, type Pen } from './svg.ts'

export interface Story {
  readonly category: Category
  readonly ground: Ink
  readonly motifs: (pen: Pen) => string[]
}

const story = (category: Category, ground: Ink, motifs: Story['motifs']): Story => ({
  category,
  ground,
  motifs,
})

export const stories: Record<string, Story> = {
  // News: orange

  'open-weights-consortium-releases-polyglot-model': story('news', 'paper', (p) => [
    town.sun(p, { x: 800, y: 640, r: 560, fill: p.pale, lit: 'down' }),
    instrument.weight(p, { x: 150, y: 850, w: 190, h: 170 }),
    instrument.weight(p, { x: 1440, y: 850, w: 240, h: 230 }),
    people.speech(p, { x: 396, y: 366, r: 112, kind: 'square', script: 'bars', fill: p.ink, tail: -62 }),
    people.speech(p, { x: 566, y: 186, r: 112, kind: 'round', script: 'waves', fill: p.accent, tail: -31 }),
    people.speech(p, { x: 800, y: 134, r: 108, kind: 'hexagon', script: 'dots', fill: p.ink }),
    people.speech(p, {
      x: 1040,
      y: 192,
      r: 104,
      kind: 'diamond',
      script: 'crosses',
      fill: p.accent,
      tail: 31,
    }),
    people.speech(p, { x: 1206, y: 372, r: 110, kind: 'arch', script: 'arcs', fill: p.ink, tail: 62 }),
    instrument.openWeight(p, { x: 800, y: 570, w: 460, h: 284, rays: [-152, -121, -90, -59, -28] }),
    town.band(p, { y: 850, h: 70, fill: p.ink }),
  ]),
  'hospital-network-pauses-triage-assistant': story('news', 'base', (p) => [
    town.halo(p, { x: 620, y: 450, r: 400 }),
    figure.pausedCross(p, { x: 620, y: 450, arm: 250, size: 680 }),
    figure.pulse(p, { y: 450, from: -20, rest: 262, to: 490, beats: 2 }),
    figure.queue(p, { x: 1160, y: 170, w: 340, h: 150, gap: 55, inks: [p.ink, p.accent, p.pale] }),
  ]),
  'coastal-city-votes-to-audit-its-algorithms': story('news', 'pale', (p) => [
    town.sun(p, { x: 1190, y: 420, r: 270, fill: p.base, shadow: p.ink }),
    town.skyline(p, {
      y: 690,
      buildings: [
        [60, 150, 260, p.base],
        [200, 120, 400, p.ink],
        [330, 170, 300, p.paper],
        [860, 150, 380, p.ink],
        [1000, 190, 250, p.paper],
        [1180, 130, 330, p.ink],
        [1300, 220, 190, p.base],
      ],
    }),
    paper.ballot(p, { x: 520, y: 90, w: 320, h: 640, rows: 6, ticked: [1, 2, 4] }),
    town.waves(p, { y: 650, step: 70, length: 320, height: 90, inks: [p.accent, p.paper, p.accent, p.ink] }),
  ]),
  'chip-shortage-eases-as-inference-demand-shifts': story('news', 'ink', (p) => [
    machine.wafer(p, { x: 330, y: 450, r: 560, cell: 112 }),
    machine.chip(p, { x: 1010, y: 170, size: 130, fill: p.paper, core: p.base, turn: -14 }),
    machine.chip(p, { x: 1030, y: 690, size: 170, fill: p.accent, core: p.paper, turn: 12 }),
    machine.chip(p, { x: 1190, y: 420, size: 200, fill: p.base, core: p.paper, turn: 6 }),
    machine.chip(p, { x: 1446, y: 176, size: 210, fill: p.accent, core: p.paper, turn: -6 }),
    machine.chip(p, { x: 1420, y: 676, size: 250, fill: p.base, core: p.paper }),
  ]),
  'newsrooms-agree-on-labels-for-synthetic-images': story('news', 'paper', (p) => [
    town.band(p, { y: -20, h: 510, fill: p.base }),
    printed.framed(p, { x: 330, y: 440, w: 460, h: 520, turn: -5, view: 'portrait' }),
    printed.framed(p, { x: 1290, y: 430, w: 460, h: 500, turn: 6, view: 'hills' }),
    printed.framed(p, { x: 810, y: 460, w: 620, h: 560, view: 'pixels' }),
    paper.tag(p, { x: 420, y: 640, turn: 8 }),
    paper.tag(p, { x: 1010, y: 664, turn: -6, size: 1.1 }),
    paper.tag(p, { x: 1440, y: 636, turn: 5 }),
  ]),
  'national-library-puts-its-archive-behind-a-language-model': story('news', 'base', (p) => [
    town.sun(p, { x: 800, y: 500, r: 640, fill: p.pale, lit: 'down' }),
    printed.bookTemple(p, { x: 800, y: 760 }),
    people.speech(p, { x: 800, y: 612, r: 68, kind: 'round', script: 'dots', fill: p.accent, tail: 24 }),
  ]),

  // Tech: green

  'why-small-models-keep-getting-better': story('tech', 'base', (p) => [
    town.floor(p, { y: 800, fill: p.ink }),
    instrument.seesaw(p, { x: 840, y: 800, length: 1240, tilt: 13 }),
  ]),
  'reading-a-model-card-like-an-engineer': story('tech', 'ink', (p) => [
    town.grid(p, { step: 100, colour: p.base }),
    paper.page(p, { x: 760, y: 540, w: 560, h: 620 }),
    paper.cardFigures(p, { x: 540, y: 330, bars: [420, 300, 360, 190, 250] }),
    instrument.dimension(p, { x: 1150, y: 234, h: 612 }),
    instrument.loupe(p, { x: 290, y: 560, r: 150, bars: [90, 160, 120] }),
    instrument.calipers(p, { x: 480, y: 150, w: 560, h: 200 }),
  ]),
  'what-a-million-token-window-is-good-for': story('tech', 'pale', (p) => [
    printed.glass(p, { x: 500, y: 76, w: 600, h: 670 }),
    printed.scroll(p, { x: 190, y: -60, w: 1220, passes: 6, pitch: 168 }),
    printed.windowFrame(p, { x: 500, y: 76, w: 600, h: 670 }),
  ]),
  'the-quiet-return-of-symbolic-planning': story('tech', 'paper', (p) => [
    figure.searchTree(p, { x: 800, y: 56, w: 1440, step: 66, taken: [0, 1, 2, 5] }),
    town.floor(p, { y: 780, fill: p.pale }),
    figure.blocksWorld(p, { x: 260, y: 780, size: 180, goal: 1070, lift: 396 }),
  ]),
  'watermarks-for-text-what-works-and-what-breaks': story('tech', 'base', (p) => [
    printed.tornPage(p, { x: 250, y: -60, w: 1040, h: 960 }),
  ]),

  // Business: blue

  'the-invoice-for-inference-arrives': story('business', 'base', (p) => [
    town.floor(p, { y: 770, fill: p.ink }),
    machine.cabinet(p, { x: -40, y: 300, w: 330, h: 560, fill: p.ink, face: 'lamps' }),
    printed.foldedInvoice(p, { x: 270, y: 800, panel: 200, heights: [130, 200, 290, 400, 520, 640, 740] }),
    machine.slot(p, { x: 252, y: 640, h: 190 }),
  ]),
  'inside-a-bank-that-retired-its-chatbot': story('business', 'base', (p) => {
    const bubble = people.speech(p, { x: 981, y: 408, r: 112, kind: 'square', fill: p.accent, tail: -22 })
    const inside =
      machine.lockers(p, { x: 640, y: 90, w: 98, h: 92, columns: 7, rows: 8 }) +
      machine.fallenSilent(p, { x: 981, y: 544, bubble })
    return [machine.vault(p, { x: 980, y: 450, r: 400, inside })]
  }),
  'seat-licences-give-way-to-outcome-pricing': story('business', 'paper', (p) => [
    town.floor(p, { y: 790, fill: p.pale }),
    people.stackedChairs(p, { x: 300, y: 820, count: 8, inks: [p.base, p.ink] }),
    people.target(p, { x: 1070, y: 460, r: 340, inks: [p.base, p.paper, p.base, p.paper, p.accent] }),
  ]),
  'a-family-bakery-forecasts-its-bread': story('business', 'pale', (p) => [
    figure.forecast(p, {
      x: 1060,
      y: 250,
      past: 'M-20 520C150 480 240 360 380 370S640 520 760 450S960 230 1060 250',
      fan: 'M1060 250C1260 140 1420 60 1640 0V640C1440 480 1250 330 1060 250Z',
    }),
    figure.loafChart(p, { x: 140, y: 780, r: 100, days: [2, 4, 3, 3, 5, -4, -5] }),
    town.floor(p, { y: 780, fill: p.ink }),
  ]),
  'insurers-learn-to-price-model-failure': story('business', 'base', (p) => [
    stage.rain(p, {
      count: 38,
      depth: (x) => (Math.abs(x - 800) > 720 ? 800 : 560 - 500 * Math.exp(-(((x - 800) / 330) ** 2))),
    }),
    town.floor(p, { y: 820, fill: p.ink }),
    stage.umbrella(p, { x: 800, y: 560, w: 1300, h: 440 }),
    stage.crates(p, {
      x: 430,
      y: 820,
      size: 120,
      spots: [
        [0, 0],
        [1, 0],
      ],
    }),
    stage.crates(p, {
      x: 900,
      y: 820,
      size: 120,
      spots: [
        [0, 0],
        [1, 0],
        [0.5, 1],
      ],
    }),
  ]),
  'what-due-diligence-misses-in-ai-startups': story('business', 'ink', (p) => [
    town.band(p, { y: 790, h: 130, fill: p.base }),
    stage.torch(p, { x: 300, y: 620, reach: 790, top: 130, bottom: 790 }),
    stage.stageFront(p, { x: 790, y: 790 }),
  ]),

  // Opinion: purple

  'stop-asking-whether-it-understands': story('opinion', 'pale', (p) => [
    people.nestedHeads(p, { x: 360, y: 40, size: 1.75, inks: [p.base, p.paper, p.ink, p.pale] }),
  ]),
  'the-case-for-boring-ai': story('opinion', 'base', (p) => [
    people.calmWindow(p, { x: 380, y: -40, w: 860, h: 400 }),
    town.band(p, { y: 840, h: 80, fill: p.ink }),
    people.radiator(p, { x: 330, y: 470, h: 350, columns: 15, pitch: 64 }),
    people.cat(p, { x: 900, y: 384, fill: p.ink }),
  ]),
  'translation-is-not-a-solved-problem': story('opinion', 'paper', (p) => [
    people.speech(p, { x: 560, y: 400, r: 350, kind: 'round', fill: p.base, tail: 30 }),
    over(
      people.speech(p, {
        x: 1066,
        y: 440,
        r: 340,
        kind: 'square',
        fill: p.accent,
        tail: -30,
        shadow: p.base,
      }),
    ),
    people.misfit(p, { rounds: { x: 330, y: 260 }, squares: { x: 1180, y: 300 }, odd: { x: 818, y: 407 } }),
  ]),
  'benchmarks-are-a-public-good': story('opinion', 'paper', (p) => [
    town.sun(p, { x: 1180, y: 300, r: 190 }),
    town.floor(p, { y: 690, fill: p.pale }),
    town.tree(p, { x: 190, y: 720, r: 210, h: 350, fill: p.base }),
    town.tree(p, { x: 430, y: 590, r: 130, h: 92, fill: p.pale }),
    town.tree(p, { x: 1460, y: 720, r: 180, h: 300, fill: p.base }),
    town.bench(p, { x: 330, y: 830, w: 940 }),
  ]),
  'an-editor-and-her-machines': story('opinion', 'pale', (p) => [
    machine.cabinet(p, { x: 60, y: 80, w: 250, h: 300, fill: p.base, face: 'dials' }),
    machine.cabinet(p, { x: 350, y: 80, w: 250, h: 300, fill: p.ink, face: 'lamps' }),
    machine.cabinet(p, { x: 640, y: 80, w: 250, h: 300, fill: p.base, face: 'vents' }),
    paper.slip(p, { x: 110, y: 360, w: 150, h: 120, rows: 2 }),
    paper.slip(p, { x: 400, y: 360, w: 150, h: 200, rows: 4 }),
    paper.slip(p, { x: 690, y: 360, w: 150, h: 90, rows: 1 }),
    people.editor(p, { x: 1500, y: 130, hand: [892, 520] }),
    town.band(p, { y: 780, h: 140, fill: p.ink }),
    paper.page(p, { x: 520, y: 660, w: 420, h: 480, rows: 7, turn: -6 }),
    paper.pencil(p, { x: 660, y: 606, length: 420, turn: 52, drawn: 'M352 642L640 612' }),
    people.hand(p, { x: 866, y: 488, r: 64 }),
  ]),

  // Hack: red

  'build-a-citation-checker-in-an-afternoon': story('hack', 'base', (p) => [
    town.afternoon(p, { x: 1012, y: 800, r: 118, fill: p.pale }),
    town.band(p, { y: 796, h: 120, fill: p.ink }),
    paper.page(p, { x: 420, y: 440, w: 560, h: 720, rows: 10, corner: p.pale }),
    paper.page(p, { x: 1340, y: 200, w: 270, h: 210, rows: 3, corner: p.pale }),
    paper.page(p, { x: 1340, y: 440, w: 270, h: 210, rows: 3, corner: p.pale }),
    paper.page(p, { x: 1340, y: 680, w: 270, h: 210, rows: 3, corner: p.pale }),
    figure.thread(p, { from: [650, 223], to: [1206, 200], colour: p.ink }),
    figure.thread(p, { from: [650, 384], to: [1206, 440], colour: p.ink }),
    figure.looseThread(p, { x: 650, y: 546, colour: p.accent }),
    paper.verdict(p, { x: 1476, y: 296, r: 44, found: true }),
    paper.verdict(p, { x: 1476, y: 536, r: 44, found: true }),
    paper.verdict(p, { x: 1476, y: 776, r: 44, found: false }),
  ]),
  'run-a-private-assistant-on-an-old-laptop': story('hack', 'pale', (p) => [
    town.sun(p, { x: 800, y: 420, r: 520, fill: p.paper, shadow: p.pale }),
    machine.laptop(p, { x: 420, y: 90, w: 760, h: 540 }),
    machine.loosePlug(p, { cable: 'M1276 800C1380 800 1330 640 1440 640', x: 1440, y: 640, turn: -10 }),
  ]),
  'evaluate-prompts-with-a-spreadsheet': story('hack', 'ink', (p) => [
    figure.towers(p, {
      x: 800,
      y: 96,
      cell: 156,
      scores: [
        [40, 90, 0, 70, 40],
        [150, 0, 70, 30, 60],
        [30, 60, 260, 0, 90],
        [0, 160, 50, 140, 0],
        [60, 30, 0, 70, 40],
      ],
    }),
  ]),
  'a-fifty-line-retrieval-pipeline': story('hack', 'pale', (p) => [
    figure.stripes(p, {
      x: 1010,
      y: 40,
      bands: [
        [p.ink, 1130],
        [p.base, 1210],
        [p.accent, 1400],
        [p.paper, 1170],
        [p.ink, 1090],
      ],
    }),
    paper.page(p, { x: 110, y: 340, w: 260, h: 330, rows: 5, turn: -10 }),
    paper.page(p, { x: 190, y: 250, w: 260, h: 330, rows: 5, turn: 5 }),
    paper.page(p, { x: 1400, y: 670, w: 250, h: 320, rows: 4, turn: 4 }),
  ]),
}
