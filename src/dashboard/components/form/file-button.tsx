type FileButtonProps = {
  accept: string
  onFile: (file: File) => void
  children: string
}

/** Chooses a file. The browser's own field lies over it unseen, so that a file can be dropped on it. */
export function FileButton({ accept, onFile, children }: FileButtonProps) {
  return (
    <label>
      {children}
      <input
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
    </label>
  )
}
