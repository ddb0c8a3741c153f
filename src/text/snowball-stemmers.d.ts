declare module 'snowball-stemmers' {
  const stemmers: {
    /** @throws for an algorithm that is not in `algorithms()` */
    newStemmer(algorithm: string): { stem(word: string): string }
    algorithms(): string[]
  }
  export default stemmers
}
