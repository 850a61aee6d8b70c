// The list of bookmarks.
import { useStudio } from '../context';
import { formatTime } from '../time/format';
import { Button } from '../widgets/Button';
import { Section } from '../widgets/Section';

export function Bookmarks() {
    const studio = useStudio();
    const { state } = studio;
    const bookmarks = [...(state.standing.value?.bookmarks ?? [])].sort((a, b) => a.frame - b.frame);
    const add = <Button icon="flag" title="Bookmark the current frame (B)" onClick={() => studio.bookmark(state.shown.value)} />;
    return (
        <Section name="bookmarks" title="Bookmarks" aside={add}>
            {bookmarks.length === 0 && <p class="note">None yet. Press B or double-click the timeline to set bookmark.</p>}
            <ul class="rows">
                {bookmarks.map((bookmark) => (
                    <li class="with-button">
                        <button
                            type="button"
                            class="row"
                            title={`Go to frame ${bookmark.frame}`}
                            onClick={() => studio.seek(bookmark.frame)}
                        >
                            <span class="time">{formatTime(bookmark.frame * state.timeStep.value, 2)}</span>
                            <span class="grow">{bookmark.name}</span>
                        </button>
                        <Button
                            icon="close"
                            title="Remove this bookmark"
                            onClick={() => void studio.ask({ do: 'unbookmark', bookmark: bookmark.id })}
                        />
                    </li>
                ))}
            </ul>
        </Section>
    );
}
