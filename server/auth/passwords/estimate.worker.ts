import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Texts, and the words that whoever guesses them would try first. */
export interface EstimateQuestion {
  texts: string[]
  words: string[]
}

/** A thread that answers how hard the hardest of some texts is to guess: a score from 0 to 4. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

parentPort?.on('message', ({ texts, words }: EstimateQuestion) => {
  parentPort?.postMessage(Math.max(...texts.map((text) => estimator.check(text, words).score)))
})
