import sortedBtree from 'sorted-btree'

/** A map sorted by key: a B+ tree with O(log n) operations. */
export class SortedMap<Key, Value> extends sortedBtree.default<Key, Value> {}
