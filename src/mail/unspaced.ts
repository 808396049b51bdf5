/** The letters and signs of scripts that have no spaces between words, as a part of a class in a pattern. */
export const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff00-\uffef`
