/** Why nothing of a source can be read, as a sentence for the editor. */
export class UnreadableSource extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UnreadableSource'
  }
}
