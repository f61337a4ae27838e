export function Avatar({ name, photo }: { name: string; photo?: string | null }) {
  if (photo)
    return (
      <img
        src={photo}
        alt=""
        width="44"
        height="44"
        className="size-11 rounded-full object-cover"
      />
    );
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('');
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft font-bold text-on-leaf-soft uppercase"
    >
      {initials}
    </span>
  );
}
