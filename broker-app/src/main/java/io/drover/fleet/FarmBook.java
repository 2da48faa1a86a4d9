package io.drover.fleet;

import io.drover.catalog.Resource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The farms and the published resources that are known, each in its newest version, and the layout that follows from
 * them. Not safe for use by several threads at once, but for {@link #knownLayout}.
 */
final class FarmBook {

    private final Map<String, Farm> farms = new HashMap<>();
    private final Map<String, Resource> resources = new HashMap<>();
    private volatile @Nullable FleetLayout layout;

    @Nullable
    Farm farm(String id) {
        return farms.get(id);
    }

    @Nullable
    Resource resource(String id) {
        return resources.get(id);
    }

    /** Not a copy: it changes with the book. */
    Collection<Farm> farms() {
        return Collections.unmodifiableCollection(farms.values());
    }

    List<Resource> resources() {
        return List.copyOf(resources.values());
    }

    /** By the farms' ids. */
    Map<String, Long> farmVersions() {
        return farms.values().stream().collect(Collectors.toMap(Farm::id, Farm::controlVersion));
    }

    /** By the resources' ids. */
    Map<String, Long> resourceVersions() {
        return resources.values().stream().collect(Collectors.toMap(Resource::id, Resource::controlVersion));
    }

    /** Keeps a farm unless a newer version of it is known; says whether it did. */
    boolean put(Farm farm) {
        return put(farm, Known.NOTHING);
    }

    /**
     * Keeps a farm unless a newer version of it came to be known since; says whether it did.
     *
     * @param before what was known before it was read
     */
    boolean put(Farm farm, Known before) {
        Farm known = farms.get(farm.id());
        if (known != null
                && !Known.yields(before.farms().get(farm.id()), known.controlVersion(), farm.controlVersion())) {
            return false;
        }
        farms.put(farm.id(), farm);
        layout = null;
        return true;
    }

    /** Keeps a resource unless a newer version of it is known; says whether it did. */
    boolean put(Resource resource) {
        return put(resource, Known.NOTHING);
    }

    /**
     * Keeps a resource unless a newer version of it came to be known since; says whether it did.
     *
     * @param before what was known before it was read
     */
    boolean put(Resource resource, Known before) {
        Resource known = resources.get(resource.id());
        if (known != null
                && !Known.yields(
                        before.resources().get(resource.id()), known.controlVersion(), resource.controlVersion())) {
            return false;
        }
        resources.put(resource.id(), resource);
        layout = null;
        return true;
    }

    /** Forgets a farm; says whether it was known. */
    boolean removeFarm(String id) {
        if (farms.remove(id) == null) {
            return false;
        }
        layout = null;
        return true;
    }

    /** Forgets a resource; says whether it was known. */
    boolean removeResource(String id) {
        if (resources.remove(id) == null) {
            return false;
        }
        layout = null;
        return true;
    }

    /** The layout, unless a farm or a resource changed since it was made. Any thread may ask. */
    @Nullable
    FleetLayout knownLayout() {
        return layout;
    }

    /** Made anew when a farm or a resource changed since. */
    FleetLayout layout() {
        FleetLayout known = layout;
        if (known == null) {
            known = new FleetLayout(farms.values(), resources.values());
            layout = known;
        }
        return known;
    }
}
